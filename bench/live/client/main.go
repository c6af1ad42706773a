// The load client of bench:live: sends streams of requests at fixed rates and measures each from its due time, so that a pause of
// the service counts for all requests that were due during it. It reads a Load from stdin and writes a list of Outcomes to stdout.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// Load is what to send.
type Load struct {
	URL     string   `json:"url"`
	Key     string   `json:"key"`
	Streams []Stream `json:"streams"`
}

// Stream is sequences of requests at a fixed rate. Each waits for its due time alone, whether or not earlier ones were answered.
type Stream struct {
	PerSecond   float64 `json:"perSecond"`
	Connections int     `json:"connections"`
	// Accepted content codings; empty: none.
	Encoding string `json:"encoding"`
	// The requests of a sequence are sent one after the other.
	Sequences [][]Request `json:"sequences"`
}

// Request has a body unless it is empty; its reply must contain all expected texts.
type Request struct {
	Method   string   `json:"method"`
	Path     string   `json:"path"`
	Body     string   `json:"body"`
	Type     string   `json:"type"`
	Expected []string `json:"expected"`
}

// Outcome of a stream: a latency for each sequence, from its due time to its last reply.
type Outcome struct {
	Milliseconds []float64 `json:"milliseconds"`
	Failures     int       `json:"failures"`
	FirstFailure string    `json:"firstFailure"`
}

const replyInError = 300

func main() {
	var load Load
	if err := json.NewDecoder(os.Stdin).Decode(&load); err != nil {
		fmt.Fprintln(os.Stderr, "Cannot read the load:", err)
		os.Exit(1)
	}
	outcomes := make([]Outcome, len(load.Streams))
	var running sync.WaitGroup
	started := time.Now()
	for i, stream := range load.Streams {
		running.Add(1)
		go func() {
			defer running.Done()
			outcomes[i] = run(load, stream, started)
		}()
	}
	running.Wait()
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		os.Exit(1)
	}
}

func run(load Load, stream Stream, started time.Time) Outcome {
	client := &http.Client{Transport: &http.Transport{
		DialContext:         (&net.Dialer{}).DialContext,
		MaxConnsPerHost:     stream.Connections,
		MaxIdleConnsPerHost: stream.Connections,
		DisableCompression:  true,
	}}
	milliseconds := make([]float64, len(stream.Sequences))
	failures := make([]string, len(stream.Sequences))
	var running sync.WaitGroup
	for i, sequence := range stream.Sequences {
		due := started.Add(time.Duration(float64(i) / stream.PerSecond * float64(time.Second)))
		time.Sleep(time.Until(due))
		running.Add(1)
		go func() {
			defer running.Done()
			for _, request := range sequence {
				if failure := send(client, load, stream.Encoding, request); failure != "" {
					failures[i] = failure
					break
				}
			}
			milliseconds[i] = float64(time.Since(due).Microseconds()) / 1000
		}()
	}
	running.Wait()
	outcome := Outcome{Milliseconds: milliseconds}
	for _, failure := range failures {
		if failure == "" {
			continue
		}
		if outcome.Failures == 0 {
			outcome.FirstFailure = failure
		}
		outcome.Failures++
	}
	return outcome
}

// send returns what is wrong with the reply, or an empty text.
func send(client *http.Client, load Load, encoding string, request Request) string {
	message, err := http.NewRequest(request.Method, load.URL+request.Path, bytes.NewReader([]byte(request.Body)))
	if err != nil {
		return err.Error()
	}
	message.Header.Set("x-api-key", load.Key)
	if encoding != "" {
		message.Header.Set("accept-encoding", encoding)
	}
	if request.Body != "" {
		message.Header.Set("content-type", request.Type)
	}
	reply, err := client.Do(message)
	if err != nil {
		return err.Error()
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		return err.Error()
	}
	if reply.StatusCode >= replyInError {
		return fmt.Sprintf("%s %s: %d %.300s", request.Method, request.Path, reply.StatusCode, body)
	}
	for _, expected := range request.Expected {
		if !bytes.Contains(body, []byte(expected)) {
			return fmt.Sprintf("%s %s: no %s in %.300s", request.Method, request.Path, expected, body)
		}
	}
	return ""
}

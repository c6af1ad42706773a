module vitrine/bench/live/client

go 1.22

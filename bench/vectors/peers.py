"""Measures Python vector indexes on the rows and queries of the benchmark, as `vectors.ts` does for Vitrine.

    python peers.py FOLDER DIMENSIONS NAME

FOLDER contains rows.f32, queries.f32 and, for each filter, truth-SHARE.u32 with the ten nearest rows of each query. A filter passes
the rows whose number is a multiple of 1 / SHARE. Prints one line of JSON.
"""

import json
import os
import resource
import sys
import time

import numpy

K = 10
THREADS = 1
# Search widths of graphs: the smallest one that reaches RECALL_MIN is reported.
WIDTHS = (32, 64, 128, 256, 512)
RECALL_MIN = 0.98


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def memory_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def faiss_index(kind, rows):
    import faiss

    faiss.omp_set_num_threads(THREADS)
    dimensions = rows.shape[1]
    if kind == "faiss flat":
        index = faiss.IndexFlatIP(dimensions)
    elif kind == "faiss SQ8":
        index = faiss.IndexScalarQuantizer(dimensions, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT)
    else:
        index = faiss.IndexHNSWFlat(dimensions, 16, faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = 200
    index.train(rows)
    index.add(rows)

    def search(query, share, width):
        allowed = None
        if share < 1:
            allowed = faiss.IDSelectorRange(0, 0)
            bits = numpy.zeros(len(rows), dtype=bool)
            bits[:: round(1 / share)] = True
            packed = numpy.packbits(bits, bitorder="little")
            allowed = faiss.IDSelectorBitmap(packed)
        if kind == "faiss HNSW":
            parameters = faiss.SearchParametersHNSW(efSearch=width, sel=allowed)
        elif allowed is not None:
            parameters = faiss.SearchParameters(sel=allowed)
        else:
            parameters = None
        return index.search(query[None, :], K, params=parameters)[1][0]

    return search, WIDTHS if kind == "faiss HNSW" else (0,)


def hnswlib_index(rows):
    import hnswlib

    index = hnswlib.Index(space="ip", dim=rows.shape[1])
    index.set_num_threads(THREADS)
    index.init_index(max_elements=len(rows), ef_construction=200, M=16)
    index.add_items(rows, num_threads=THREADS)

    def search(query, share, width):
        if share < 1:
            return None
        index.set_ef(max(width, K))
        return index.knn_query(query, k=K, num_threads=THREADS)[0][0]

    return search, WIDTHS


def usearch_index(rows):
    from usearch.index import Index

    index = Index(ndim=rows.shape[1], metric="ip", dtype="i8")
    index.add(numpy.arange(len(rows)), rows, threads=THREADS)

    def search(query, share, width):
        if share < 1:
            return None
        index.expansion_search = max(width, K)
        return index.search(query, K, threads=THREADS).keys

    return search, WIDTHS


def measure(search, queries, truth, share, width):
    found = [search(query, share, width) for query in queries[:5]]
    if found[0] is None:
        return None
    times, hits, before = [], 0, cpu_seconds()
    for query, expected in zip(queries, truth):
        started = time.perf_counter()
        found = search(query, share, width)
        times.append((time.perf_counter() - started) * 1000)
        hits += len(set(found.tolist()) & set(expected.tolist()))
    cpu = (cpu_seconds() - before) * 1000 / len(queries)
    return {"share": share, "width": width, "recall": hits / truth.size, "cpuMs": cpu, "times": times}


def main(folder, dimensions, name):
    rows = numpy.fromfile(os.path.join(folder, "rows.f32"), dtype=numpy.float32).reshape(-1, dimensions)
    queries = numpy.fromfile(os.path.join(folder, "queries.f32"), dtype=numpy.float32).reshape(-1, dimensions)
    before, cpu = memory_bytes(), cpu_seconds()
    makers = {"hnswlib": hnswlib_index, "usearch": usearch_index}
    search, widths = makers[name](rows) if name in makers else faiss_index(name, rows)
    report = {"name": name, "buildCpuSeconds": cpu_seconds() - cpu, "memoryBytes": memory_bytes() - before, "runs": []}
    for share in (1, 0.5, 0.1, 0.01):
        truth = numpy.fromfile(os.path.join(folder, f"truth-{share}.u32"), dtype=numpy.uint32).reshape(-1, K)
        for width in widths:
            run = measure(search, queries, truth, share, width)
            if run is None or run["recall"] >= RECALL_MIN or width == widths[-1]:
                break
        if run is not None:
            report["runs"].append(run)
    print(json.dumps(report))


main(sys.argv[1], int(sys.argv[2]), sys.argv[3])

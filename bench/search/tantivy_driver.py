"""Measures tantivy on the products and queries of the benchmark, as `measure.ts` does for the other engines.

    python tantivy_driver.py PRODUCTS.ndjson QUERIES.json RESULT.json INDEX_FOLDER
"""

import json
import os
import re
import resource
import sys
import time

import tantivy

HITS_MAX = 20
NAME_WEIGHT = 5.0
# The boost of fuzzy and prefix matches relative to exact ones.
TYPO_WEIGHT = 0.3


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def memory_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def schema_of():
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    for field in ("name", "words"):
        builder.add_text_field(field)
    for field in ("brand", "category", "color", "size"):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic", fast=True)
    # The category path and its ancestors, for filters.
    builder.add_text_field("path", tokenizer_name="raw", index_option="basic")
    builder.add_float_field("price", indexed=True, fast=True)
    return builder.build()


def document_of(product):
    steps = product["category"].split(" > ")
    words = (product[field] for field in ("description", "brand", "category", "color", "size", "sku"))
    return tantivy.Document(
        id=product["id"],
        name=product["name"],
        words=" ".join(words),
        brand=product["brand"],
        category=product["category"],
        color=product["color"],
        size=product["size"],
        path=[" > ".join(steps[: i + 1]) for i in range(len(steps))],
        price=product["price"],
    )


def word_query(schema, word, last):
    """A word in either field; one typo from 4 letters on, none in numbers; the last word also as a prefix."""
    query = tantivy.Query
    should = []
    for field, weight in (("name", NAME_WEIGHT), ("words", 1.0)):
        exact = query.term_query(schema, field, word)
        should.append((tantivy.Occur.Should, query.boost_query(exact, weight)))
        distance = 1 if len(word) >= 4 and not re.search(r"\d", word) else 0
        if distance > 0 or last:
            near = query.fuzzy_term_query(schema, field, word, distance=distance, prefix=last)
            should.append((tantivy.Occur.Should, query.boost_query(near, weight * TYPO_WEIGHT)))
    return query.boolean_query(should)


def filter_query(schema, clause):
    query = tantivy.Query
    if clause["field"] == "price":
        kind = tantivy.FieldType.Float
        found = query.range_query(schema, "price", kind, clause["min"], clause["max"], use_inverted_index=False)
    else:
        field = "path" if clause["field"] == "category" else clause["field"]
        found = query.term_query(schema, field, clause["value"])
    return query.const_score_query(found, 0.0)


def query_of(schema, asked):
    words = re.findall(r"[a-z0-9]+", asked["text"].lower())
    clauses = [word_query(schema, word, i == len(words) - 1) for i, word in enumerate(words)]
    clauses += [filter_query(schema, clause) for clause in asked["filter"]]
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, clause) for clause in clauses])


FACETS = {field: {"terms": {"field": field, "size": 20}} for field in ("brand", "category", "color", "size")}
FACETS["price"] = {"stats": {"field": "price"}}


def search(searcher, schema, asked):
    query = query_of(schema, asked)
    found = searcher.search(query, limit=HITS_MAX, count=True)
    if asked["facets"]:
        searcher.aggregate(query, FACETS)
    ids = [searcher.doc(address)["id"][0] for _, address in found.hits]
    return {"ids": ids, "total": found.count}


def load(index, path):
    """Loads the products. The time to read them is not counted."""
    writer = index.writer(256_000_000, 1)
    cpu = seconds = 0.0
    with open(path, encoding="utf8") as lines:
        while batch := [json.loads(line) for line in (lines.readline() for _ in range(10_000)) if line]:
            cpu_before, started = cpu_seconds(), time.perf_counter()
            for product in batch:
                writer.add_document(document_of(product))
            cpu += cpu_seconds() - cpu_before
            seconds += time.perf_counter() - started
    cpu_before, started = cpu_seconds(), time.perf_counter()
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return cpu + cpu_seconds() - cpu_before, seconds + time.perf_counter() - started


def main():
    products, queries, result, folder = sys.argv[1:5]
    schema = schema_of()
    index = tantivy.Index(schema, path=folder)
    with open(queries, encoding="utf8") as file:
        lists = json.load(file)
    asked = lists["measured"]
    baseline = memory_bytes()
    load_cpu, load_seconds = load(index, products)
    searcher = index.searcher()
    for each in lists["warmUp"]:
        search(searcher, schema, each)
    times, answers = [], []
    before = cpu_seconds()
    for each in asked:
        started = time.perf_counter()
        answers.append(search(searcher, schema, each))
        times.append((time.perf_counter() - started) * 1000)
    cpu = cpu_seconds() - before
    run = {
        "loadCpuSeconds": load_cpu,
        "loadSeconds": load_seconds,
        "memoryBytes": memory_bytes() - baseline,
        "diskBytes": sum(entry.stat().st_size for entry in os.scandir(folder)),
        "cpuMsPerQuery": cpu * 1000 / len(asked),
        "note": "all words, each by term and with one typo",
        "times": times,
        "answers": answers,
        "broad": [],
    }
    with open(result, "w", encoding="utf8") as file:
        json.dump(run, file)


main()

"""Runs trained models for `peers.ts`: reads a split and writes lists of item numbers, both as JSON.

    python peers.py MODEL SPLIT RESULT      MODEL: als, ease or sansa
"""

import json
import resource
import sys
import time

import numpy as np
import scipy.sparse as sp

EASE_L2 = 200.0
ALS = {"factors": 64, "regularization": 0.05, "alpha": 10.0, "iterations": 15, "random_state": 1}
CHUNK = 512


def matrix(histories, items):
    rows = np.repeat(np.arange(len(histories)), [len(each) for each in histories])
    columns = np.concatenate([np.asarray(each, dtype=np.int64) for each in histories if each])
    made = sp.csr_matrix((np.ones(len(columns), dtype=np.float32), (rows, columns)), (len(histories), items))
    made.data[:] = 1.0
    return made


def ease(train):
    gram = np.asarray((train.T @ train).todense(), dtype=np.float32)
    gram[np.diag_indices_from(gram)] += EASE_L2
    inverse = np.linalg.inv(gram)
    weights = inverse / -np.diag(inverse)
    np.fill_diagonal(weights, 0)
    return lambda asked: np.asarray(asked @ weights)


def als(train):
    from implicit.als import AlternatingLeastSquares

    model = AlternatingLeastSquares(**ALS, calculate_training_loss=False)
    model.fit(train, show_progress=False)
    factors = np.asarray(model.item_factors)

    def scores(asked):
        users = np.vstack([model.recalculate_user(0, asked[row]) for row in range(asked.shape[0])])
        return users @ factors.T

    return scores


def sansa(train):
    from sansa import SANSA, ICFGramianFactorizerConfig, SANSAConfig, UMRUnitLowerTriangleInverterConfig

    config = SANSAConfig(
        l2=10.0,
        weight_matrix_density=5e-3,
        gramian_factorizer_config=ICFGramianFactorizerConfig(),
        lower_triangle_inverter_config=UMRUnitLowerTriangleInverterConfig(),
    )
    model = SANSA(config)
    model.fit(train)
    return lambda asked: np.asarray(model.forward(asked).todense())


def main():
    name, path, result = sys.argv[1:4]
    with open(path, encoding="utf8") as file:
        split = json.load(file)
    items, limit = split["items"], split["limit"]
    started = time.process_time()
    score = {"als": als, "ease": ease, "sansa": sansa}[name](matrix(split["train"], items))
    built = time.process_time()
    lists = []
    for start in range(0, len(split["queries"]), CHUNK):
        asked = matrix(split["queries"][start : start + CHUNK], items)
        scores = score(asked)
        if not split["repeats"]:
            scores[asked.nonzero()] = -np.inf
        best = np.argpartition(-scores, limit, axis=1)[:, :limit]
        order = np.argsort(-np.take_along_axis(scores, best, axis=1), axis=1)
        lists.extend(np.take_along_axis(best, order, axis=1).tolist())
    done = time.process_time()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    with open(result, "w", encoding="utf8") as file:
        json.dump({"lists": lists, "buildSeconds": built - started, "askSeconds": done - built, "bytes": memory}, file)


main()

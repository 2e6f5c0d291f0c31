# llama.cpp's own HTTP server, as xllamacpp packs it: llama_server.py MODEL PORT NAME
import sys
import threading

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[2])
params.model_alias = {sys.argv[3]}
params.n_ctx = 8192
params.n_parallel = 4
# Two threads wait for each other where the machine is busy; the model is small.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.endpoint_slots = True
server = xllamacpp.Server(params)
threading.Event().wait()

# Copyright 2026 the Rivulet authors. MIT license.

"""What the servers beside this file answer, if the path is theirs letter by letter."""

import json

CHAT = [
    b'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n',
    b"data: [DONE]\n\n",
]


def answer(path, body):
    """The type and the parts of an answer, or None where there is no such path."""
    if path == "/v1/chat/completions":
        return "text/event-stream", CHAT
    if path == "/api/embed":
        texts = json.loads(body)["input"]
        vectors = [[1, 1 / len(text)] for text in texts]
        return "application/json", [json.dumps({"embeddings": vectors}).encode()]
    return None

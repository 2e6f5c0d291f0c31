# Copyright 2026 the Rivulet authors. MIT license.

"""aiohttp, which finds its handlers by the path."""

import socket

from aiohttp import web

from answers import answer


async def handle(request):
    kind, parts = answer(request.raw_path, await request.read()) or (None, [])
    response = web.StreamResponse(status=404 if kind is None else 200)
    response.content_type = kind or "text/plain"
    await response.prepare(request)
    for part in parts:
        await response.write(part)
    await response.write_eof()
    return response


app = web.Application()
for path in ["/v1/chat/completions", "/api/embed"]:
    app.router.add_post(path, handle)
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
print(listener.getsockname()[1], flush=True)
web.run_app(app, sock=listener, print=None)

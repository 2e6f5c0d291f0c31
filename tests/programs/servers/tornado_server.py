# Copyright 2026 the Rivulet authors. MIT license.

"""Tornado, which finds its handlers by the path."""

import tornado.httpserver
import tornado.ioloop
import tornado.netutil
import tornado.web

from answers import answer


class Handler(tornado.web.RequestHandler):
    async def post(self):
        kind, parts = answer(self.request.path, self.request.body)
        self.set_header("Content-Type", kind)
        for part in parts:
            self.write(part)
            await self.flush()


paths = ["/v1/chat/completions", "/api/embed"]
application = tornado.web.Application([(path, Handler) for path in paths])
server = tornado.httpserver.HTTPServer(application)
sockets = tornado.netutil.bind_sockets(0, "127.0.0.1")
server.add_sockets(sockets)
print(sockets[0].getsockname()[1], flush=True)
tornado.ioloop.IOLoop.current().start()

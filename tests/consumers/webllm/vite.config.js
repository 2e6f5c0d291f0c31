export default {
  worker: { format: "es" },
  build: { target: "esnext", chunkSizeWarningLimit: 10_000 },
};

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/node/package.json ./scripts/node/
COPY console/package.json ./console/
# Optional packages hold the compiler's binary; the prune below takes them out again.
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/bundle.mjs scripts/prune-declarations.mjs ./scripts/
COPY src ./src
COPY migrations ./migrations
COPY docs/openapi.json ./docs/
COPY console ./console
# What is optional for those who install the package is in the image; what the console is built with is not.
# The declarations stay for the projects that `create` writes.
RUN npm run build && node scripts/prune-declarations.mjs && find dist/src -type f ! -name '*.d.ts' -delete \
  && npm pkg delete devDependencies peerDependenciesMeta workspaces && npm prune --omit=optional

FROM node:24-slim
# A container is reached from outside of it or not at all; who can reach it is up to the ports that are published.
ENV NODE_ENV=production CONVENGINE_HTTP_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/bundle ./dist/bundle
COPY --from=build /app/dist/console ./dist/console
COPY --from=build /app/dist/src ./dist/src
COPY README.md ./
COPY config ./config
COPY docs ./docs
COPY schemas ./schemas
COPY seeds ./seeds
COPY templates ./templates
COPY src/tools/package-format ./src/tools/package-format
# Where the default database file goes, and handlers of your own.
RUN mkdir .data handlers && chown node:node .data
VOLUME /app/.data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Short-lived objects get 16 MB at a time, and the others are cleared away sooner: docs/operations.md#memory.
ENTRYPOINT ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=50", "dist/bundle/cli.js"]
CMD ["serve"]

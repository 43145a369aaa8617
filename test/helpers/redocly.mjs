// What Redocly's libraries say of a description. In JavaScript, as their types bring those of React, and with them globals
// of its own for the page.
import { readFile } from 'node:fs/promises';
import { createConfig, lint } from '@redocly/openapi-core';
import { run } from '@redocly/respect-core';

/** What is wrong with an AsyncAPI or Arazzo document. */
export async function problemsOf(file) {
  const problems = await lint({ ref: file, config: await createConfig({ extends: ['minimal'] }) });
  return problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`);
}

/** Runs every workflow of an Arazzo document; answers are checked against the OpenAPI document as well. */
export async function runArazzo(file, server, input) {
  const log = [];
  const write = (text) => log.push(text);
  const ignore = () => undefined;
  const logger = {
    output: write,
    info: write,
    warn: write,
    error: write,
    printNewLine: ignore,
    printSeparator: ignore,
  };
  const [result] = await run({
    files: [file],
    input: JSON.stringify(input),
    server,
    config: await createConfig({}),
    maxSteps: 10,
    maxFetchTimeout: 10_000,
    executionTimeout: 30_000,
    requestFileLoader: { getFileBody: async (path) => new Blob([await readFile(path)]) },
    logger: { ...logger, indent: (text) => text },
    fetch,
  });
  const steps = result.executedWorkflows.flatMap(({ executedSteps }) => executedSteps);
  const checks = steps.flatMap((step) => step.checks ?? []);
  const failed = checks.filter(({ passed }) => !passed).map(({ name, message }) => `${name}: ${message}`);
  return { failed, checks: [...new Set(checks.map(({ name }) => name))], log: log.join('') };
}

import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isMap, isScalar, parse, parseDocument, visit } from 'yaml';
import { CONFIG_KEYS } from './keys.js';
import { loadConfig } from './load-config.js';
import { packageRoot } from './package-root.js';

const load = () => loadConfig({ directory: tmpdir(), env: {} });

describe('the built-in defaults', () => {
  const text = readFileSync(join(packageRoot(), 'config/default.yaml'), 'utf8');

  it('are complete and valid, so that a service needs no configuration', () => {
    const { config, origins } = load();
    expect(config.flow.actionLifecycle).toEqual({
      enabled: true,
      ttlTurns: 3,
      ttlMinutes: 30,
      sweepSeconds: 10,
      maxAttempts: 5,
    });
    expect(config.flow.dialogueAct).toEqual({ resolute: 'REGEX_THEN_LLM', llmThreshold: 0.9, consentFloor: 0.8 });
    expect(config.http.corsOrigins).toEqual(['http://localhost:3000', 'http://localhost:5173']);
    expect(origins.size).toBe(CONFIG_KEYS.size);
    expect(new Set([...origins.values()].map((origin) => origin.replace(/:\d+$/, '')))).toEqual(
      new Set(['config/default.yaml']),
    );
  });

  it('name every key of the schema, and no other', () => {
    const named: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (CONFIG_KEYS.has(path) || typeof value !== 'object' || value === null) named.push(path);
      else for (const [key, child] of Object.entries(value)) walk(child, path === '' ? key : `${path}.${key}`);
    };
    walk(parse(text), '');
    expect(named.sort()).toEqual([...CONFIG_KEYS.keys()].sort());
  });

  it('say in a comment what each key is for', () => {
    const document = parseDocument(text);
    const silent: string[] = [];
    visit(document, {
      Pair(_, pair, ancestors) {
        const parents = ancestors.flatMap((node) =>
          'key' in node && isScalar(node.key) ? [String(node.key.value)] : [],
        );
        const name = [...parents, isScalar(pair.key) ? String(pair.key.value) : ''].join('.');
        if (!CONFIG_KEYS.has(name)) return undefined;
        const value = pair.value as { comment?: string | null; commentBefore?: string | null };
        const comment = isMap(value) ? (value.comment ?? value.commentBefore) : value.comment;
        if (!comment) silent.push(name);
        return visit.SKIP;
      },
    });
    expect(silent).toEqual([]);
  });

  it('keep the six decisions of the interaction policy under their own names', () => {
    expect(load().config.flow.interactionPolicy.matrix).toEqual({
      'PENDING_ACTION:AFFIRM': 'EXECUTE_PENDING_ACTION',
      'PENDING_ACTION:NEGATE': 'REJECT_PENDING_ACTION',
      'PENDING_SLOT:EDIT': 'FILL_PENDING_SLOT',
      'PENDING_SLOT:QUESTION': 'FILL_PENDING_SLOT',
      'PENDING_SLOT:NEGATE': 'FILL_PENDING_SLOT',
      'PENDING_SLOT:AFFIRM': 'FILL_PENDING_SLOT',
    });
  });

  it('cannot be changed once loaded', () => {
    const config = load().config as { flow: { stateGraph: { enforce: boolean } } };
    expect(() => {
      config.flow.stateGraph.enforce = true;
    }).toThrow(TypeError);
  });

  it('have one environment variable for each key', () => {
    expect(new Set([...CONFIG_KEYS.values()].map((key) => key.variable)).size).toBe(CONFIG_KEYS.size);
    expect(CONFIG_KEYS.get('convengine.flow.action-lifecycle.ttl-turns')?.variable).toBe(
      'CONVENGINE_FLOW_ACTION_LIFECYCLE_TTL_TURNS',
    );
  });
});

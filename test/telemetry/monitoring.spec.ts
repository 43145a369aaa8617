import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { prometheusText } from '../../src/platform/telemetry/index.js';
import { complaintsAbout, hasPromtool, promtool } from './promtool.js';

const ALERTS = 'docs/monitoring/alerts.yaml';
const DASHBOARD = 'docs/monitoring/dashboard.json';

/** Every metric that a query names; what stands behind `by` and in braces are labels. */
function metricsIn(query: string): string[] {
  const bare = query.replace(/\bby \([^)]*\)|\{[^}]*\}/g, ' ');
  return [...bare.matchAll(/\b(?:convengine|gen_ai|db|process)_\w+/g)].map(([name]) => name);
}

describe('what watches the service', () => {
  it('asks for metrics that there are', async () => {
    const text = await prometheusText();
    const known = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const alerts = parse(await readFile(ALERTS, 'utf8')) as { groups: { rules: { expr: string }[] }[] };
    const dashboard = JSON.parse(await readFile(DASHBOARD, 'utf8')) as { panels: { targets: { expr: string }[] }[] };
    const queries = [
      ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(queries.length).toBeGreaterThan(30);
    for (const query of queries) expect(metricsIn(query), query).not.toEqual([]);
    expect(queries.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([]);
  });

  it.runIf(hasPromtool)('has alert rules that Prometheus takes', async () => {
    const { stdout } = await promtool(['check', 'rules', ALERTS]);
    expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
  });

  it.runIf(hasPromtool)('is told metrics that Prometheus finds nothing wrong with', async () => {
    expect(await complaintsAbout(await prometheusText())).toBe('');
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { byWords, capabilityTarget, RULES, readCapabilityText } from '../../src/capabilities/index.js';

/** What a rule finds in a capability of these lines. */
function findings(rule: (typeof RULES)[number], lines: string): string[] {
  const named = lines.includes('name:') ? lines : `name: a_b\n${lines}`;
  const { value } = readCapabilityText('example.yaml', `${named}\nproviders: {}`);
  if (!value) throw new Error(lines);
  return rule.check(capabilityTarget(value), byWords).findings.map(({ message }) => message);
}

describe('docs/validate.md', () => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))(
    'shows of %s what it finds, and what it is content with',
    (_id, rule) => {
      expect(findings(rule, rule.example.wrong)).not.toEqual([]);
      expect(findings(rule, rule.example.right)).toEqual([]);
    },
  );

  it('has every rule, in order, as the code has it', async () => {
    const text = await readFile('docs/validate.md', 'utf8');
    const sections = [...text.matchAll(/^### (AX-\d+) (.+)\n\n(.+)$/gm)].map(([, id, title, why]) => [id, title, why]);
    expect(sections).toEqual(RULES.map(({ id, title, why }) => [id, title, why]));
  });

  it('shows a workflow that is YAML and calls the command', async () => {
    const text = await readFile('docs/validate.md', 'utf8');
    const workflow = /```yaml\n(# \.github[\s\S]*?)```/.exec(text)?.[1] ?? '';
    const document = parseDocument(workflow);
    expect(document.errors).toEqual([]);
    expect(document.toJS().jobs.validate.steps[3].run).toMatch(/^npx convengine validate -f sarif /);
  });
});

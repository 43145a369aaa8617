import { describe, expect, it } from 'vitest';
import { freeName, natureOf, propertyName, raisedBy, runsAnything, toolName, WRITES } from './names.js';

const riskOf = (name: string) => [natureOf(name).category, natureOf(name).risk].join(' ');

describe('the verbs of a name', () => {
  it.each([
    'forget',
    'entry_prune',
    'purge',
    'wipe_disk',
    'restore',
    'cache_gc',
    'refund',
    'pay_invoice',
    'clean',
    'reboot',
  ])('tell of high risk in %s', (name) => {
    expect(riskOf(name)).toBe('write high');
  });

  it.each([
    ['list_refund', 'write medium'],
    ['is_empty', 'read low'],
    ['show_block', 'read low'],
    ['get_total', 'read low'],
    ['frobnicate', 'write medium'],
  ])('tell no more of %s than they say', (name, nature) => {
    expect(riskOf(name)).toBe(nature);
  });

  it('count where a description begins with them, too', () => {
    expect(raisedBy('Forgets snapshots.', WRITES).risk).toBe('high');
    expect(raisedBy('Keeps snapshots.', WRITES).risk).toBe('medium');
  });

  it.each([
    'exec',
    'execSync',
    'exec-file',
    'eval',
    'spawnSync',
    'runScript',
    'run-command',
    'runInThisContext',
    'shell',
  ])('tell of %s that it runs what it is given', (name) => {
    expect(runsAnything(name)).toBe(true);
  });

  it.each(['execution', 'evaluation', 'run', 'runReport', 'spawner', 'executor'])('do not of %s', (name) => {
    expect(runsAnything(name)).toBe(false);
  });
});

describe('a name', () => {
  it('keeps its letters where something stands on them', () => {
    expect([toolName('kündigeVertrag'), toolName('añadirStraße')]).toEqual(['kundige_vertrag', 'anadir_strasse']);
    expect(propertyName('Größe')).toBe('Grosse');
  });

  it('that is taken is told apart, and stays as short as models take it', () => {
    const long = 'n'.repeat(64);
    const taken = { [long]: {}, [`query_${'n'.repeat(58)}`]: {} };
    expect(freeName(taken, long, 'query')).toBe(`query_${'n'.repeat(56)}_2`);
  });
});

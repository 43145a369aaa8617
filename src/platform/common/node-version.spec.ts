import { describe, expect, it } from 'vitest';
import { nodeVersionProblem } from './node-version.js';

describe('the check of the Node.js version', () => {
  it.each([
    ['20.20.2', '9'],
    ['22.13.1', '9'],
    ['0.10.0', undefined],
  ])('refuses %s, names it, and says what to do', (node, napi) => {
    expect(nodeVersionProblem({ node, napi })).toBe(
      `ConvEngine needs Node.js 22.14 or newer; this is v${node}. ` +
        'Install a current Node.js. In a clone of the project on Linux x64, npm start and npx convengine have one of their own.',
    );
  });

  it.each([
    ['22.14.0', '10'],
    ['26.0.0', '11'],
  ])('lets %s pass', (node, napi) => {
    expect(nodeVersionProblem({ node, napi })).toBeUndefined();
  });

  it('lets the Node.js pass that these tests run on', () => {
    expect(nodeVersionProblem(process.versions)).toBeUndefined();
  });
});

import { XMLBuilder } from 'fast-xml-parser';
import { counted } from '../../platform/common/counted.js';
import type { ConversationResult, FailedTurn, FlowTestResult } from './run-flow-test.js';

/** For people: each conversation in a line, what failed beside what decided the turn, and the sum. */
export function describeResults(results: readonly FlowTestResult[], { coverage = false } = {}): string {
  const lines = results.flatMap((result) => [
    result.file,
    ...result.conversations.flatMap((one) => describeConversation(result.file, one)),
    ...(coverage ? describeCoverage(result) : []),
    '',
  ]);
  return [...lines, summary(results)].join('\n');
}

/** For continuous integration: the XML that JUnit writes. */
export function junit(results: readonly FlowTestResult[]): string {
  const suites = results.map(({ file, conversations, milliseconds }) => ({
    '@name': file,
    '@tests': conversations.length,
    '@failures': conversations.filter(({ failed }) => failed).length,
    '@time': seconds(milliseconds),
    testcase: conversations.map(({ name, milliseconds: took, failed }) => ({
      '@name': name,
      '@classname': file,
      '@time': seconds(took),
      ...(failed && {
        failure: { '@message': failed.problems[0] ?? '', '#text': describeFailure(file, failed).join('\n') },
      }),
    })),
  }));
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, testsuites: { testsuite: suites } });
}

/** The Test Anything Protocol, version 14. */
export function tap(results: readonly FlowTestResult[]): string {
  const all = results.flatMap(({ file, conversations }) => conversations.map((one) => ({ file, ...one })));
  const lines = all.flatMap(({ file, name, failed }, index) => {
    const title = `${index + 1} - ${file}: ${name}`.replaceAll('#', '\\#');
    if (!failed) return [`ok ${title}`];
    return [`not ok ${title}`, ...describeFailure(file, failed).map((line) => `# ${line}`)];
  });
  return ['TAP version 14', `1..${all.length}`, ...lines].join('\n');
}

function describeConversation(file: string, { name, turns, failed }: ConversationResult): string[] {
  if (!failed) return [`  ok      ${name} (${counted(turns, 'turn')})`];
  return [`  FAILED  ${name}`, ...describeFailure(file, failed).map((line) => `          ${line}`)];
}

function describeFailure(file: string, { line, said, problems, decisions }: FailedTurn): string[] {
  const decided = decisions.length === 0 ? [] : ['what decided the turn:', ...decisions.map((one) => `  ${one}`)];
  return [`${file}:${line}  ${said}`, ...problems.map((problem) => `  ${problem}`), ...decided];
}

function describeCoverage({ coverage }: FlowTestResult): string[] {
  const tables = coverage.filter(({ rows }) => rows > 0);
  return tables.flatMap(({ table, rows, missed }) => [
    `  ${table}: ${rows - missed.length} of ${rows} rows reached`,
    ...missed.map((row) => `    not ${row}`),
  ]);
}

function summary(results: readonly FlowTestResult[]): string {
  const all = results.flatMap(({ conversations }) => conversations);
  const failed = all.filter((one) => one.failed).length;
  const turns = all.reduce((sum, one) => sum + one.turns, 0);
  const milliseconds = results.reduce((sum, one) => sum + one.milliseconds, 0);
  const outcome = failed === 0 ? 'all as expected' : `${failed} not as expected`;
  return `${counted(all.length, 'conversation')}, ${counted(turns, 'turn')} in ${seconds(milliseconds)} s: ${outcome}`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}

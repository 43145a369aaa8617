import { createHash } from 'node:crypto';
import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../../platform/common/json.js';
import type { FileProblem, Region } from '../../../tools/sources/files/capability-file/index.js';
import type { CrossResult, Result } from '../lint.js';
import { describePlace, type Place, position, type Subject } from '../lint-target.js';
import { LOADING } from '../loading.js';
import type { Finding, RuleInfo, Severity } from '../rule.js';
import { RULES } from '../rules/index.js';
import type { Validation } from '../validate-files.js';
import { isShown, type SeverityFilter } from './shown.js';

const LEVELS: Readonly<Record<Severity, string>> = { FAIL: 'error', WARN: 'warning', INFO: 'note', PASS: 'none' };
const TOLD: readonly RuleInfo[] = [...RULES, LOADING];
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** What was found in SARIF 2.1.0, one result per finding. */
export function sarifReport(validation: Validation, filter: SeverityFilter, version: string): JsonObject {
  const { report, problems } = validation;
  const fingerprints = new Map<string, number>();
  const tell = (tool: Subject, result: Result | CrossResult) =>
    isShown(result.severity, filter)
      ? result.findings.map((finding) => resultOf(tool, result, finding, fingerprints))
      : [];
  const results = [
    ...report.tools.flatMap(({ tool, results: all }) => all.flatMap((result) => tell(tool, result))),
    ...[...report.cross, ...report.loading].flatMap((result) => (result.tool ? tell(result.tool, result) : [])),
  ];
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'convengine-validate', version, rules: TOLD.map(ruleDescriptor) } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: problems.length === 0,
            toolExecutionNotifications: problems.map(notification),
          },
        ],
        results,
      },
    ],
  };
}

function ruleDescriptor({ id, title, why, example }: RuleInfo): JsonObject {
  return {
    id,
    name: title.replaceAll(/[^A-Za-z]/g, ''),
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${why}\n\nNot:\n${example.wrong}\n\nBut:\n${example.right}` },
  };
}

function resultOf(
  tool: Subject,
  { rule, severity }: Result | CrossResult,
  finding: Finding,
  fingerprints: Map<string, number>,
): JsonObject {
  return {
    ruleId: rule.id,
    ruleIndex: TOLD.indexOf(rule),
    level: LEVELS[severity],
    message: { text: `${finding.message}. ${finding.advice}` },
    locations: [locationOf(tool.placeOf(finding.at))],
    partialFingerprints: { 'toolRuleFinding/v1': fingerprint(tool, rule, finding, fingerprints) },
  };
}

/** The same as long as tool, rule and wording are: not changed by lines that move. */
function fingerprint(tool: Subject, { id }: RuleInfo, finding: Finding, seen: Map<string, number>): string {
  const key = JSON.stringify([tool.name, id, finding.at, finding.message]);
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  return createHash('sha256').update(`${key}:${count}`).digest('hex').slice(0, 32);
}

function locationOf(place: Place): JsonObject {
  if (place.kind === 'file') return { physicalLocation: physical(place.file, place.region) };
  const fullyQualifiedName = describePlace(place);
  return { logicalLocations: [{ name: position(place) || fullyQualifiedName, fullyQualifiedName }] };
}

function physical(file: string, region: Region | undefined): JsonObject {
  const artifactLocation = { uri: uriOf(file) };
  if (!region) return { artifactLocation };
  const { line, column, endLine, endColumn } = region;
  return { artifactLocation, region: { startLine: line, startColumn: column, endLine, endColumn } };
}

function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.split(sep).map(encodeURIComponent).join('/');
}

function notification({ file, region, message }: FileProblem): JsonObject {
  return { level: 'error', message: { text: message }, locations: [{ physicalLocation: physical(file, region) }] };
}

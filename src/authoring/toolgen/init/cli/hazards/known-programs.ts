import { wordSet } from './hazard.js';

/**
 * What is known of a program that its help does not tell. Flags and commands are lists of words; a flag may be given by
 * any of its names.
 */
export interface KnownProgram {
  /** Subcommands that run what they are given; those of several words are joined by a slash. */
  readonly commands?: string;
  /** Options by which a value is run, loaded or read as configuration. */
  readonly options?: string;
  /** Options that look so, and are not. */
  readonly harmless?: string;
  /** Options whose value names something built in, and could name a file with code: they take a plain word alone. */
  readonly plain?: string;
  /** Options whose value names a file where it begins with `@`. */
  readonly noFile?: string;
}

/** Programs whose purpose is to run what they are given: no tool is made of them. */
const RUN_ANYTHING = wordSet(
  'sh bash dash zsh ksh fish csh tcsh pwsh powershell cmd busybox toybox node nodejs deno bun python ipython perl ruby irb ' +
    'php lua luajit tclsh expect rscript julia ghci jshell groovy scala clojure erl iex elixir sbcl guile racket java awk ' +
    'gawk mawk nawk sed ed ex vi vim nvim view vimdiff emacs nano less more most xargs parallel env sudo doas su runuser ' +
    'chroot nohup nice ionice timeout time watch entr strace ltrace gdb lldb valgrind script screen tmux setsid flock ' +
    'stdbuf unshare nsenter systemd-run at batch crontab ssh mosh socat nc ncat netcat sqlite3 psql mysql mariadb mongosh ' +
    'make gmake ninja just rake npx bunx pnpx uvx ansible ansible-playbook osascript',
);

const PACKAGES = 'install i add ci exec x dlx run run-script create init start test stop restart explore rebuild link';

const KNOWN: Readonly<Record<string, KnownProgram>> = {
  apt: { options: '-o --option -c --config-file' },
  cargo: { commands: 'run install test bench', options: '--config -Z' },
  cmake: { options: '-P -E -C -D -G -T' },
  conda: { commands: 'run install create' },
  composer: { commands: 'exec run-script run global require install update create-project' },
  curl: {
    options: '-K --config --engine --netrc-file --libcurl -F --form --data-urlencode --unix-socket --proxy-header',
    noFile: '-d --data --data-binary --data-ascii --json -H --header -b --cookie',
    harmless: '--compressed --data-raw',
  },
  docker: {
    commands: 'run exec build buildx/build compose create plugin/install service/create container/run container/create',
    options:
      '-v --volume --mount -H --host --config --device --entrypoint -e --env --env-file --security-opt --cap-add',
  },
  eslint: {
    options:
      '--parser --resolve-plugins-relative-to --rulesdir --plugin -c --config --parser-options --init --inspect-config --mcp',
    plain: '-f --format',
  },
  fd: { options: '-x --exec -X --exec-batch' },
  ffmpeg: { options: '-vf -af -filter -filter_complex -lavfi -filter_script -protocol_whitelist -f -init_hw_device' },
  find: { options: '-exec -execdir -ok -okdir -fprint -fprint0 -fprintf -fls -files0-from' },
  fzf: { options: '--preview --bind --become --listen --with-shell' },
  gcc: { options: '-wrapper -B -fplugin -specs -Xlinker -Xassembler -Wl -Wa' },
  gh: { commands: 'alias/set extension/install extension/exec codespace/ssh' },
  git: {
    commands:
      'bisect filter-branch submodule/foreach difftool mergetool config hook for-each-repo shell instaweb send-email daemon',
    options:
      '--exec --exec-path --config-env --upload-pack --receive-pack --open-files-in-pager --extcmd --template ' +
      '--ext-diff --textconv --tool --to-cmd --cc-cmd --smtp-server',
    harmless: '--push-option --server-option',
  },
  go: { commands: 'run generate install get tool', options: '-exec -toolexec -overlay -modfile -vettool -ldflags' },
  gpg: { options: '--options --photo-viewer --exec-path --agent-program --dirmngr-program --homedir' },
  gradle: { options: '-I --init-script -b --build-file -D --system-prop' },
  helm: { commands: 'plugin/install plugin/update', options: '--post-renderer --post-renderer-args' },
  hg: { options: '--config' },
  jest: {
    options: '--globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --resolver --runner --transform',
    plain: '--reporters --env',
  },
  jq: { options: '-f --from-file -L' },
  kubectl: {
    commands: 'run exec debug attach cp edit proxy plugin',
    options: '--kubeconfig --overrides',
  },
  man: { options: '-P --pager -H --html -C --config-file -X --gxditview -p --preprocessor' },
  mocha: { options: '-r --require --import --config --package --node-option --file', plain: '-R --reporter -u --ui' },
  mysqldump: { options: '--defaults-file --defaults-extra-file --init-command --plugin-dir' },
  nmap: { options: '--script --script-args --script-args-file --datadir --servicedb --versiondb', harmless: '--open' },
  npm: {
    commands: `${PACKAGES} edit config/set set install-test version publish pack update`,
    options: '--script-shell --node-options --prefix',
  },
  openssl: { options: '-engine -provider -provider-path -config' },
  pandoc: {
    options: '-F --filter -L --lua-filter -d --defaults --pdf-engine --pdf-engine-opt --data-dir --template',
    plain: '-f --from -r --read -t --to -w --write',
  },
  pip: { commands: 'install download wheel config/set config/edit', options: '--global-option --config-settings' },
  pnpm: { commands: PACKAGES },
  poetry: { commands: 'run shell install add self/add' },
  prettier: { options: '--plugin --config', harmless: '--stdin-filepath', plain: '--parser' },
  pytest: { options: '-p -c --config-file -o --override-ini --pdbcls --rootdir --confcutdir' },
  restic: { options: '-o --option --password-command' },
  rg: { options: '--pre --hostname-bin' },
  rsync: { options: '-e --rsh --rsync-path -M --remote-option --config --write-batch --read-batch' },
  scp: { options: '-S -o -F -J -D' },
  sftp: { options: '-S -o -F -b -D -s -R' },
  sort: { options: '--compress-program --files0-from' },
  split: { options: '--filter' },
  svn: { options: '--config-option --editor-cmd --diff-cmd --diff3-cmd --merge-cmd' },
  systemctl: { commands: 'edit', options: '-H --host -M --machine' },
  tar: {
    options:
      '-I --use-compress-program --to-command --checkpoint-action --rsh-command --rmt-command -F --info-script ' +
      '--new-volume-script -T --files-from -P --absolute-names',
  },
  tcpdump: { options: '-z -F -V' },
  terraform: { options: '-plugin-dir -chdir', commands: 'console' },
  uv: { commands: 'run tool/run tool/install pip/install' },
  wget: { options: '--use-askpass -e --execute --config -i --input-file' },
  yarn: { commands: PACKAGES },
  'yt-dlp': { options: '--exec --downloader --config-locations --ppa --netrc-cmd --cookies-from-browser' },
  zip: { options: '-TT --unzip-command' },
};

/** Other names of the same. */
const ALIASES: Readonly<Record<string, string>> = {
  podman: 'docker',
  nerdctl: 'docker',
  bsdtar: 'tar',
  gtar: 'tar',
  egrep: 'grep',
  fgrep: 'grep',
  zgrep: 'grep',
  ripgrep: 'rg',
  fdfind: 'fd',
  clang: 'gcc',
  cc: 'gcc',
  'g++': 'gcc',
  oc: 'kubectl',
  'apt-get': 'apt',
  'youtube-dl': 'yt-dlp',
};

/** Exit codes that are an answer, by the program and its subcommand. */
const FINDINGS: Readonly<Record<string, readonly number[]>> = {
  ...Object.fromEntries(
    [
      ...[
        'grep',
        'rg',
        'diff',
        'cmp',
        'eslint',
        'prettier',
        'mypy',
        'shellcheck',
        'yamllint',
        'hadolint',
        'flake8',
        'black',
      ],
      ...[
        'markdownlint',
        'pytest',
        'jest',
        'pgrep',
        'semgrep',
        'bandit',
        'ruff/check',
        'ruff/format',
        'git/grep',
        'git/diff',
      ],
      ...['git/check-ignore', 'npm/outdated', 'npm/audit', 'npm/ls', 'pnpm/outdated', 'pnpm/audit', 'terraform/fmt'],
    ].map((name) => [name, [1]]),
  ),
  tsc: [1, 2],
  stylelint: [2],
  'terraform/plan': [2],
  'systemctl/status': [3],
  // Bits of the kinds of messages: refactor, warning, convention.
  pylint: [4, 8, 12, 16, 20, 24, 28],
};

/** The exit codes that are an answer of a known program, beside those its help tells. */
export function knownFindings(program: string, path: readonly string[]): readonly number[] {
  const plain = plainName(program);
  return FINDINGS[[ALIASES[plain] ?? plain, ...path].join('/')] ?? [];
}

/** What is known of a program by its name; `python3.12` is python. */
export function knownProgram(name: string): KnownProgram {
  const plain = plainName(name);
  return KNOWN[ALIASES[plain] ?? plain] ?? {};
}

/** Whether a command runs what it is given, as far as its names tell. */
export function isKnownRunner(program: string, path: readonly string[]): boolean {
  if (path.length === 0) return RUN_ANYTHING.has(plainName(program));
  return wordSet(knownProgram(program).commands ?? '').has(path.join('/'));
}

function plainName(name: string): string {
  const bare = name.toLowerCase().replace(/\.(exe|cmd|bat)$/, '');
  return bare in KNOWN || RUN_ANYTHING.has(bare) ? bare : bare.replace(/[\d.]+$/, '');
}

import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether promtool is here (Debian: the package prometheus); says so once where it is not. */
export const hasPromtool = ((): boolean => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.info(
      'promtool is not here (Debian: the package prometheus): alert rules and metrics are not checked by it',
    );
    return false;
  }
})();

/** Runs promtool, and gives what it has said. */
export async function promtool(command: readonly string[], input = ''): Promise<{ stdout: string; stderr: string }> {
  const checking = promisify(execFile)('promtool', command);
  checking.child.stdin?.end(input);
  return checking;
}

/** What promtool finds wrong with metrics. Those of the runtime are the library's; two of them are named before the convention. */
export async function complaintsAbout(metrics: string): Promise<string> {
  const { stdout, stderr } = await promtool(['check', 'metrics'], metrics.replace(/^.*\bnodejs_.*\n/gm, ''));
  return stdout + stderr;
}

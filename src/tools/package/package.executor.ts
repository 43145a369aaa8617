import type { ToolDefinition } from '../../flow/index.js';
import type { ExecutableTool, ToolExecutor } from '../tool-executor.js';

/** Runs the tools of installed packages. */
export class PackageExecutor implements ToolExecutor {
  readonly group = 'PACKAGE';

  find({ packaged }: ToolDefinition): ExecutableTool | undefined {
    return packaged && { digest: () => packaged.digest, execute: (call) => packaged.execute(call) };
  }
}

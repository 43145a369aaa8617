/** The Node-API that the SQLite driver's binaries are built for; Node.js 22.14 is the first to have it. */
const NEEDED_NODE_API = 10;

/**
 * Says what to do where this Node.js is too old to run the engine; undefined where it is not.
 * @param versions `process.versions`
 */
export function nodeVersionProblem(versions: { readonly node: string; readonly napi?: string }): string | undefined {
  if (Number(versions.napi) >= NEEDED_NODE_API) return undefined;
  return (
    `ConvEngine needs Node.js 22.14 or newer; this is v${versions.node}. ` +
    'Install a current Node.js. In a clone of the project on Linux x64, npm start and npx convengine have one of their own.'
  );
}

/**
 * Loads what stands on a package that not every installation has: those under `peerDependenciesMeta` of package.json.
 * @param purpose what it is for, as a sentence begins: `Reading a PDF`
 * @throws Error that says what to install
 */
export async function loadOptional<T>(name: string, purpose: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error;
    throw new Error(`${purpose} needs the package ${name}, which is not installed: npm i ${name}`, { cause: error });
  }
}

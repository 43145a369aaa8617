/** A package is missing that not every installation has. */
export class PackageMissing extends Error {
  override readonly name = 'PackageMissing';
}

/**
 * Loads what stands on a package that not every installation has: those under `peerDependenciesMeta` of package.json.
 * @param purpose what it is for, as a sentence begins: `Reading a PDF`
 * @throws PackageMissing that says what to install
 */
export async function loadOptional<T>(name: string, purpose: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error;
    const text = `${purpose} needs the package ${name}, which is not installed: npm i ${name}`;
    throw new PackageMissing(text, { cause: error });
  }
}

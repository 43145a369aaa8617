import type { ApiBodyOptions, ApiHeaderOptions, ApiOperationOptions, ApiResponseOptions } from '@nestjs/swagger';

// What controllers say of themselves, kept where @nestjs/swagger looks for it. That package writes docs/openapi.json
// when the project is tested, and describes these routes in an application that installs it; a service that runs needs
// neither it nor the tens of megabytes that come with it.

/** Adds to what the method, or the class, has under a key. */
function describe(key: string, add: (known: never) => unknown): MethodDecorator & ClassDecorator {
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor) => {
    const described: object = descriptor ? descriptor.value : target;
    Reflect.defineMetadata(key, add(Reflect.getMetadata(key, described) as never), described);
  };
}

const list =
  (...more: unknown[]) =>
  (known: unknown[] = []) => [...known, ...more];

/** The headings that the operations of a controller stand under. */
export const ApiTags = (...tags: string[]) => describe('swagger/apiUseTags', list(...tags));

/** What an operation is called and does. */
export const ApiOperation = (options: ApiOperationOptions): MethodDecorator =>
  describe('swagger/apiOperation', () => ({ summary: '', ...options }));

/** One status that an operation answers with, or all operations of a class. */
export function ApiResponse({ status = 'default', ...response }: ApiResponseOptions): MethodDecorator & ClassDecorator {
  return describe('swagger/apiResponse', (known: Record<string, object> = {}) => ({
    ...known,
    [status]: { ...known[status], ...response },
  }));
}

/** A header that an operation reads, a text where nothing else is said. */
export const ApiHeader = ({ name, description, ...more }: ApiHeaderOptions): MethodDecorator =>
  describe('swagger/apiParameters', list({ name, in: 'header', description, schema: { type: 'string' }, ...more }));

/** The body that an operation reads, where no schema of its parameter says so. */
export const ApiBody = (options: ApiBodyOptions): MethodDecorator =>
  describe('swagger/apiParameters', list({ in: 'body', type: String, required: true, ...options }));

/** A key that a controller or an operation takes; `{}`: it may do without. */
export const ApiSecurity = (name: string | Record<string, never>) =>
  describe('swagger/apiSecurity', list(typeof name === 'string' ? { [name]: [] } : name));

/** Leaves an operation out of the description. */
export const ApiExcludeEndpoint = (): MethodDecorator =>
  describe('swagger/apiExcludeEndpoint', () => ({ disable: true }));

/** Leaves a controller out of the description. */
export const ApiExcludeController = (): ClassDecorator => describe('swagger/apiExcludeController', list(true));

/** What an operation, or all of a class, answers in, where it is not JSON. */
export const ApiProduces = (...types: string[]) => describe('swagger/apiProduces', list(...types));

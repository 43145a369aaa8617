import { DiscoveryService, Reflector } from '@nestjs/core';
import { EngineError } from '../common/errors.js';
import { HANDLER_METADATA, type HandlerMetadata } from './decorators.js';
import { asHandler } from './handler-shape.js';
import type { Handler } from './handlers.js';

/** Finds every provider of the Nest application that one of the handler decorators marks. */
export function discoverHandlers(discovery: DiscoveryService, reflector: Reflector): Handler[] {
  return discovery.getProviders().flatMap((wrapper) => {
    const type = wrapper.metatype;
    if (typeof type !== 'function' || typeof wrapper.instance !== 'object' || wrapper.instance === null) return [];
    const metadata = reflector.get<HandlerMetadata | undefined>(HANDLER_METADATA, type);
    if (!metadata) return [];
    if (wrapper.inject === null || wrapper.inject === undefined) requireTypes(type);
    return [toHandler(metadata, wrapper.instance, type.name)];
  });
}

/** @throws EngineError HANDLER_INVALID where nothing says what is to be injected: each of it would be undefined */
function requireTypes(type: { readonly name: string; readonly length: number }): void {
  const isKnown = ['design:paramtypes', 'self:paramtypes'].some((key) => Reflect.hasMetadata(key, type));
  if (type.length === 0 || isKnown) return;
  const text = `${type.name}: nothing says what its constructor is given; compile with emitDecoratorMetadata, or put @Inject() on each parameter.`;
  throw new EngineError('HANDLER_INVALID', text);
}

function toHandler(metadata: HandlerMetadata, instance: object, className: string): Handler {
  const read = asHandler({ ...metadata, methods: methodsOf(instance), ...methodsOf(instance) });
  if ('problem' in read) throw new EngineError('HANDLER_INVALID', `${className}: ${read.problem}.`);
  return read.handler;
}

/** All methods of an instance, bound to it, up to the base class. */
function methodsOf(instance: object): Record<string, unknown> {
  const methods: Record<string, unknown> = {};
  for (let proto = instance; proto !== Object.prototype && proto !== null; proto = Object.getPrototypeOf(proto)) {
    for (const name of Object.getOwnPropertyNames(proto)) {
      const value = Reflect.get(instance, name);
      const isMethod = typeof value === 'function' && name !== 'constructor' && !Object.hasOwn(methods, name);
      if (isMethod) methods[name] = value.bind(instance);
    }
  }
  return methods;
}

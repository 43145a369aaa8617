import { type Attributes, inSpan, isTracing, type SpanStart } from './tracing.js';

/** A method that is called with these, and perhaps with more. */
type Work<Args extends readonly unknown[], Result> = (...args: [...Args, ...never[]]) => Promise<Result>;

/**
 * Has each call of a method be a span, while there is tracing; else it is the call of a method, and nothing is made for it.
 * @param start how the span of a call begins
 * @param ending what the result says; with `error.type` for one that failed
 */
export function Traced<Args extends readonly unknown[], Result>(
  start: (...args: Args) => SpanStart,
  ending?: (result: Result) => Attributes | undefined,
) {
  return <Method extends Work<Args, Result>>(
    _class: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const method = descriptor.value;
    if (!method) throw new Error('Only methods are traced.');
    // Nothing here outlives the call, so that while nothing is traced nothing is made for it, the list of arguments included.
    const traced = function (this: unknown): Promise<Result> {
      // biome-ignore lint/complexity/noArguments: a list of our own would be one more object for each call.
      if (!isTracing()) return Reflect.apply(method, this, arguments);
      // biome-ignore lint/complexity/noArguments: as above.
      return asSpan(method, this, arguments as unknown as Args, start, ending);
    };
    descriptor.value = traced as unknown as Method;
  };
}

function asSpan<Args extends readonly unknown[], Result>(
  method: Work<Args, Result>,
  owner: unknown,
  args: Args,
  start: (...args: Args) => SpanStart,
  ending: ((result: Result) => Attributes | undefined) | undefined,
): Promise<Result> {
  return inSpan(start(...args), () => Reflect.apply(method, owner, args), ending);
}

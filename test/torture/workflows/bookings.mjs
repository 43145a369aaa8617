// What is booked: a flight, a hotel and a car, each with its undoing. A child may book the hotel, and the flight may be waited after.

/**
 * The durable workflows `booking` and `room`. Arguments of both: the `policy` of the steps, `hasChild`, and for how long is
 * waited after the first step, in milliseconds (`waitMs`).
 * @param call `(what, told, run)` does one thing in the world, such as `hotel` or `hotel/undo`, and gives its answer
 */
export function bookingWorkflows(call) {
  const take = (what, { step, ...run }) =>
    step(what, (told) => call(what, told, run), {
      policy: run.arguments.policy,
      undo: (_, told) => call(`${what}/undo`, told, run),
    });
  const booking = {
    kind: 'workflow',
    name: 'booking',
    durable: true,
    children: ['room'],
    async run(run) {
      const { hasChild, waitMs } = run.arguments;
      const flight = await take('flight', run);
      if (waitMs > 0) await run.sleep('wait', waitMs);
      const hotel = hasChild ? await run.child('room', 'room', run.arguments) : await take('hotel', run);
      return { flight, hotel, car: await take('car', run) };
    },
  };
  const room = { kind: 'workflow', name: 'room', durable: true, run: (run) => take('hotel', run) };
  return [booking, room];
}

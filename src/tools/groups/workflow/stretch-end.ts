/** Why a run is ended from outside. */
export class RunStopped extends Error {
  constructor(
    readonly status: 'CANCELLED' | 'INTERRUPTED',
    message: string,
  ) {
    super(message);
  }
}

/** Why nobody goes on with a run here: whoever takes it next decides about the steps that were at work. */
export class GivenUp extends Error {}

/** A step that has happened, and that can be undone. */
interface Undoable {
  readonly step: string;
  readonly stepNo: number;
  /**
   * Undoes it, and writes down how that ended.
   * @returns false where it is still being undone, and the run is told when that is over
   */
  readonly undo: (signal: AbortSignal) => Promise<boolean>;
}

/** What the function of a run has said about how its steps are undone. */
export class RunUndo {
  private readonly undoable: Undoable[] = [];

  note(undoable: Undoable): void {
    this.undoable.push(undoable);
  }

  /** The steps that can be undone, in no order. */
  names(): string[] {
    return this.undoable.map(({ step }) => step);
  }

  /**
   * Undoes what is done, the last first; what cannot be undone is noted, and the others are undone all the same.
   * @returns false where a child is still being undone, which tells this run when it is over
   * @throws the reason of the signal
   */
  async undo(signal: AbortSignal): Promise<boolean> {
    for (const { undo } of this.undoable.toSorted((a, b) => b.stepNo - a.stepNo)) {
      signal.throwIfAborted();
      if (!(await undo(signal))) return false;
    }
    return true;
  }
}

import { Fold } from '../../parts/fold';
import { type FlowModel, type Group, type Part, stateId } from './flow-model';
import styles from './outline.module.css';
import { FindingMarks, KindSign, Traffic, usePartName } from './part-mark';

interface OutlineProps {
  readonly model: FlowModel;
  readonly chosen: string | undefined;
  /** The ids of what was looked for; undefined where nothing is. */
  readonly found: ReadonlySet<string> | undefined;
  readonly onChoose: (id: string) => void;
}

/** The same as the map, in words: each intent, its states, and what there is in each. */
export function Outline({ model, chosen, found, onChoose }: OutlineProps) {
  const nameOf = usePartName();
  const shows = (part: Part) => found === undefined || found.has(part.id);
  const button = (part: Part) => (
    <button
      type="button"
      data-id={part.id}
      className={styles.part}
      aria-pressed={part.id === chosen}
      onClick={() => onChoose(part.id)}
    >
      <KindSign part={part} />
      <span className={styles.name}>{(part.kind === 'intent' && part.text) || nameOf(part)}</span>{' '}
      <FindingMarks of={part.findings} />
    </button>
  );
  const groups = model.groups.filter((group) => [group.intent, ...partsIn(group)].some(shows));
  return (
    <div className={styles.outline}>
      {groups.map((group) => (
        <Fold key={group.intent.id} title={<span className={styles.intent}>{nameOf(group.intent)}</span>} open>
          {group.intent.table && shows(group.intent) && button(group.intent)}
          <ul className={styles.states}>
            {group.states
              .filter((state) => [state, ...partsOfState(group, state)].some(shows))
              .map((state) => (
                <li key={state.id} className={styles.state}>
                  <div className={styles.stateHead}>
                    {button(state)}
                    {state.chats !== undefined && <Traffic chats={state.chats} most={model.mostChats} />}
                  </div>
                  <ul className={styles.inState}>
                    {partsOfState(group, state)
                      .filter(shows)
                      .map((part) => (
                        <li key={part.id}>{button(part)}</li>
                      ))}
                  </ul>
                </li>
              ))}
          </ul>
        </Fold>
      ))}
    </div>
  );
}

/** What is scoped to a state, in the order in which a turn comes to it. */
export function partsOfState(group: Group, state: Part): readonly Part[] {
  return partsIn(group).filter((part) => part.kind !== 'state' && stateId(part.intent, part.state) === state.id);
}

function partsIn({ states, classifiers, tools, rules, actions, replies }: Group): readonly Part[] {
  return [...states, ...classifiers, ...tools, ...rules, ...actions, ...replies];
}

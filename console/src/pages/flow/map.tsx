import '@xyflow/react/dist/base.css';
import {
  Background,
  Controls,
  type Edge,
  type EdgeChange,
  Handle,
  type HandleProps,
  MarkerType,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowModel, Part } from './flow-model';
import { layOut, shownIn } from './layout';
import styles from './map.module.css';
import { FindingMarks, KindSign, kindOf, Traffic, usePartName } from './part-mark';

interface MapProps {
  readonly model: FlowModel;
  /** The id of the part that is looked at. */
  readonly chosen: string | undefined;
  /** The ids of what was looked for; undefined where nothing is. */
  readonly found: ReadonlySet<string> | undefined;
  readonly onChoose: (id: string) => void;
}

type PartNode = Node<{
  readonly part: Part;
  readonly mostChats: number;
  readonly rules: number;
  readonly isFound: boolean;
}>;

const NODE_TYPES = { part: PartBox, frame: GroupFrame };
const ZOOM = { readable: 0.7, most: 1.6, least: 0.1 };
const MARGIN_PX = 16;
/** Where lines begin and end at a box: several between the same two lie beside each other. */
const ENDS = ['50%', '25%', '75%'] as const;
/** From so many nodes on, only those in sight are drawn; the list has all. */
const MANY = 400;

/** The flow as a graph. Nodes and lines are reached with Tab and chosen with Enter, as with the mouse. */
export function FlowMap(props: MapProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ model, chosen, found, onChoose }: MapProps) {
  const { t } = useTranslation('flow');
  const nameOf = usePartName();
  const boxes = useMemo(() => layOut(model), [model]);
  const nodes = useMemo(
    () => nodesOf(model, boxes, chosen, found, (part) => `${t(`kind.${kindOf(part)}`)}: ${nameOf(part)}`),
    [model, boxes, chosen, found, t, nameOf],
  );
  const edges = useMemo(() => edgesOf(model, chosen, found), [model, chosen, found]);
  const graph = useReactFlow();
  const line = model.lines.find(({ id }) => id === chosen);
  const ends = line ? [line.from, line.to] : [chosen ?? ''];
  const place = JSON.stringify(ends.map((id) => boxes.get(id)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the flow is read again and again, and what stays where it is takes nobody there again
  useEffect(() => {
    const nodes = ends.filter((id) => boxes.has(id)).map((id) => ({ id }));
    if (nodes.length > 0) void graph.fitView({ nodes, maxZoom: 1, minZoom: ZOOM.readable, padding: 0.25 });
  }, [graph, chosen, place]);
  const choose = (changes: readonly (NodeChange | EdgeChange)[]) => {
    const picked = changes.find((change) => change.type === 'select' && change.selected);
    if (picked?.type === 'select') onChoose(picked.id);
  };
  return (
    <div className={styles.map}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        onNodesChange={choose}
        onEdgesChange={choose}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesReconnectable={false}
        deleteKeyCode={null}
        multiSelectionKeyCode={null}
        zoomOnScroll={false}
        preventScrolling={false}
        minZoom={ZOOM.least}
        maxZoom={ZOOM.most}
        onlyRenderVisibleElements={nodes.length > MANY}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.03 }}
        onInit={(started) => {
          // Better the beginning that can be read than all that cannot.
          const isTooSmall = started.getZoom() < ZOOM.readable && !boxes.has(chosen ?? '');
          if (isTooSmall) void started.setViewport({ x: MARGIN_PX, y: MARGIN_PX, zoom: ZOOM.readable });
        }}
        aria-label={t('map')}
        ariaLabelConfig={{
          'node.a11yDescription.default': t('howToChoose'),
          'node.a11yDescription.keyboardDisabled': t('howToChoose'),
          'edge.a11yDescription.default': t('howToChoose'),
          'controls.ariaLabel': t('controls.title'),
          'controls.zoomIn.ariaLabel': t('controls.in'),
          'controls.zoomOut.ariaLabel': t('controls.out'),
          'controls.fitView.ariaLabel': t('controls.all'),
        }}
      >
        <Background gap={24} />
      </ReactFlow>
      {/* Beside the map, where they cover nothing of it. */}
      <Controls showInteractive={false} position="bottom-left" />
    </div>
  );
}

function nodesOf(
  { groups, mostChats }: FlowModel,
  boxes: ReturnType<typeof layOut>,
  chosen: string | undefined,
  found: ReadonlySet<string> | undefined,
  labelOf: (part: Part) => string,
): PartNode[] {
  const node = (part: Part, type: string, rules: number): PartNode[] => {
    const box = boxes.get(part.id);
    if (!box) return [];
    const { x, y, width, height } = box;
    return [
      {
        id: part.id,
        type,
        position: { x, y },
        width,
        height,
        zIndex: type === 'frame' ? 0 : 2,
        selected: part.id === chosen,
        ariaLabel: labelOf(part),
        data: { part, mostChats, rules, isFound: found?.has(part.id) ?? false },
      },
    ];
  };
  return groups.flatMap((group) => [
    ...node(group.intent, 'frame', 0),
    ...shownIn(group).flatMap((part) =>
      node(part, 'part', part.kind === 'state' ? group.rules.filter((rule) => rule.state === part.state).length : 0),
    ),
  ]);
}

function edgesOf({ lines }: FlowModel, chosen: string | undefined, found: ReadonlySet<string> | undefined): Edge[] {
  const between = new Map<string, number>();
  return lines.map(({ id, from, to, rule }) => {
    const nth = between.get(`${from}>${to}`) ?? 0;
    between.set(`${from}>${to}`, nth + 1);
    const end = String(nth % ENDS.length);
    const worst = rule.findings.some(({ severity }) => severity === 'error') ? 'error' : rule.findings[0]?.severity;
    return {
      id,
      source: from,
      target: to,
      sourceHandle: end,
      targetHandle: to.startsWith('intent:') ? null : end,
      zIndex: 1,
      selected: id === chosen,
      className: [
        styles.rule,
        found?.has(id) ? styles.foundLine : '',
        worst === 'error' ? styles.badLine : worst === 'warning' ? styles.warnLine : '',
      ].join(' '),
      markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--soft)' },
      ariaLabel: rule.name,
      ...(worst !== undefined && { label: worst === 'error' ? '✕' : '!' }),
    };
  });
}

function GroupFrame({ data: { part, isFound }, selected }: NodeProps<PartNode>) {
  const nameOf = usePartName();
  return (
    <div className={styles.group} data-chosen={selected || undefined} data-found={isFound || undefined}>
      <Handle type="target" position={Position.Left} className={styles.handle} />
      <p className={styles.groupName}>
        <KindSign part={part} />
        <strong>{nameOf(part)}</strong> <span>{part.text}</span> <FindingMarks of={part.findings} />
      </p>
    </div>
  );
}

/** Where rules arrive at a box, or leave it. */
function Ends(side: Pick<HandleProps, 'type' | 'position'>) {
  return ENDS.map((top, index) => (
    <Handle {...side} key={top} id={String(index)} className={styles.handle} style={{ top }} />
  ));
}

function PartBox({ data: { part, mostChats, rules, isFound }, selected }: NodeProps<PartNode>) {
  const { t } = useTranslation('flow');
  const nameOf = usePartName();
  return (
    <div
      className={`${styles.part} ${styles[part.kind] ?? ''}`}
      data-chosen={selected || undefined}
      data-found={isFound || undefined}
      data-worst={part.findings.some(({ severity }) => severity === 'error') ? 'error' : part.findings[0]?.severity}
      data-chats={part.chats === undefined ? undefined : level(part.chats, mostChats)}
    >
      <Ends type="target" position={Position.Left} />
      <p className={styles.name}>
        <KindSign part={part} />
        {nameOf(part)}
      </p>
      {part.chats !== undefined && <Traffic chats={part.chats} most={mostChats} />}
      {part.chats === undefined && rules > 0 && <small>{t('rules', { count: rules })}</small>}
      {(part.kind === 'action' || part.kind === 'tool') && <small>{part.text}</small>}
      {part.findings.length > 0 && (
        <span className={styles.badge}>
          <FindingMarks of={part.findings} />
        </span>
      )}
      <Ends type="source" position={Position.Right} />
    </div>
  );
}

/** 0 without a conversation, then by thirds of the busiest: what the box is coloured by. */
function level(chats: number, most: number): number {
  return chats === 0 ? 0 : Math.ceil((3 * chats) / most);
}

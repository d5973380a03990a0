// BPMN elements as the parser returns them: plain objects that reference each other.

export interface Extension {
  $type: string;
  kind?: string;
  role?: string;
  at?: string;
  of?: string;
  person?: string;
  group?: string;
  field?: string;
  hours?: number;
  action?: string;
  candidates?: Extension[];
}

export interface Element {
  $type: string;
  $attrs?: Record<string, string>;
  /** Some tools leave it out. */
  id?: string;
  name?: string;
  nameEn?: string;
  text?: string;
  documentation?: { text?: string }[];
  default?: Element;
  sourceRef?: Element;
  targetRef?: Element;
  conditionExpression?: { body?: string; language?: string };
  flowElements?: Element[];
  rootElements?: Element[];
  artifacts?: Element[];
  laneSets?: Element[];
  lanes?: Element[];
  childLaneSet?: Element;
  participants?: Element[];
  messageFlows?: Element[];
  extensionElements?: { values?: Extension[] };
  roles?: string;
  quorum?: string;
  share?: number;
  count?: number;
  nobody?: string;
}

/** The process or a group, with its direct children. */
export interface Scope {
  owner: Element;
  /** Id of the group; null for the process. */
  id: string | null;
  elements: readonly Element[];
}

export const idOf = ({ id }: Pick<Element, 'id'>): string => id ?? '';

// Builds workflow definitions for tests: from elements and flows to BPMN text.
export interface Drawn {
  /** Elements of the process, without flows. */
  elements: readonly string[];
  /** `[id, source, target, condition?]` */
  flows: readonly (readonly [id: string, from: string, to: string, condition?: string])[];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const processOf = (body: string): string =>
  `<?xml version="1.0"?><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kuwei="urn:kuwei:bpmn" xmlns:other="urn:other" id="d" targetNamespace="urn:t"><bpmn:process id="p" name="流程">${body}</bpmn:process></bpmn:definitions>`;

export const drawn = ({ elements, flows }: Drawn): string =>
  processOf(
    [
      ...elements,
      ...flows.map(
        ([id, from, to, condition]) =>
          `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition === undefined ? '' : `<bpmn:conditionExpression>${escaped(condition)}</bpmn:conditionExpression>`}</bpmn:sequenceFlow>`,
      ),
    ].join(''),
  );

export const START = '<bpmn:startEvent id="s"/>';
export const END = '<bpmn:endEvent id="e"/>';
/** @param more attributes @param inside extension elements */
export const step = (id: string, more = 'kuwei:roles="ROLE_A"', inside = ''): string =>
  `<bpmn:userTask id="${id}" name="${id}" ${more}>${inside === '' ? '' : `<bpmn:extensionElements>${inside}</bpmn:extensionElements>`}</bpmn:userTask>`;
/** @param kind exclusive, inclusive or parallel @param fallback id of the default flow */
export const gateway = (id: string, kind: string, fallback?: string): string =>
  `<bpmn:${kind}Gateway id="${id}"${fallback === undefined ? '' : ` default="${fallback}"`}/>`;

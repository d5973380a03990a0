declare module 'bpmn-moddle' {
  /** BPMN 2.0 XML in and out; elements are plain objects that link to one another. */
  export class BpmnModdle {
    fromXML(xml: string): Promise<{ rootElement: unknown; warnings: { message: string }[] }>;
    toXML(element: unknown, options?: { format?: boolean }): Promise<{ xml: string }>;
  }
}

declare module 'bpmn-moddle' {
  export interface Warning {
    message: string;
    /** Of a reference to what is not there: who refers, by which property, to which id. */
    element?: { id?: string };
    property?: string;
    value?: string;
  }
  /** BPMN 2.0 XML in and out; elements are plain objects that link to one another. */
  export class BpmnModdle {
    /** @param packages descriptors of extensions, by prefix */
    constructor(packages?: Readonly<Record<string, object>>);
    fromXML(xml: string): Promise<{ rootElement: unknown; warnings: Warning[] }>;
    toXML(element: unknown, options?: { format?: boolean }): Promise<{ xml: string }>;
  }
}

declare module 'bpmn-moddle' {
  export interface Warning {
    message: string;
    /** Of a dangling reference: the element, the property and the missing id. */
    element?: { id?: string };
    property?: string;
    value?: string;
  }
  /** Parses and writes BPMN 2.0 XML; elements are plain objects that reference each other. */
  export class BpmnModdle {
    /** @param packages descriptors of extensions, by prefix */
    constructor(packages?: Readonly<Record<string, object>>);
    fromXML(xml: string): Promise<{ rootElement: unknown; warnings: Warning[] }>;
    toXML(element: unknown, options?: { format?: boolean }): Promise<{ xml: string }>;
  }
}

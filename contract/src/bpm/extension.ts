// What approval adds to BPMN 2.0, as a descriptor of moddle: the server reads definitions with it, and a modeler in the browser
// writes them with it. No zod here.

export const KUWEI_URI = 'urn:kuwei:bpmn';
export const BPMN_URI = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

/** Whom a step asks. `ROLE`: who holds a role; `LEADER`: of a group; `GROUP`: people that the kind of document knows. */
export const CANDIDATE_KINDS = ['ROLE', 'LEADER', 'PERSON', 'GROUP', 'FIELD'] as const;
/** Of those who hold a role: of the organisation that decides, or wherever they are. */
export const ROLE_PLACES = ['HERE', 'EVERYWHERE'] as const;
export const LED = ['APPLICANT', 'OWNER'] as const;
/** How many of those who are asked have to approve: `SHARE` is percent of them, `COUNT` so many different people. */
export const QUORUMS = ['ONE', 'ALL', 'SHARE', 'COUNT'] as const;
/** What becomes of a step for which nobody is found: it waits, or is passed as approved, or the request is refused. */
export const NOBODY = ['WAIT', 'APPROVE', 'REJECT'] as const;
/** What happens when nobody has decided in time. */
export const LIMIT_ACTIONS = ['REMIND', 'ESCALATE', 'APPROVE', 'RETURN', 'REJECT'] as const;

const attribute = (name: string, type: 'String' | 'Integer' = 'String') => ({ name, type, isAttr: true });
const asked = [
  attribute('kind'),
  attribute('role'),
  attribute('at'),
  attribute('of'),
  attribute('person'),
  attribute('group'),
  attribute('field'),
];

export const kuweiModdle = {
  name: 'Kuwei',
  prefix: 'kuwei',
  uri: KUWEI_URI,
  xml: { tagAlias: 'lowerCase' },
  associations: [],
  types: [
    { name: 'Named', extends: ['bpmn:FlowElement', 'bpmn:Process'], properties: [attribute('nameEn')] },
    {
      name: 'Step',
      extends: ['bpmn:UserTask'],
      properties: [
        // Short for candidates of kind ROLE at HERE, with commas between them.
        attribute('roles'),
        attribute('quorum'),
        attribute('share', 'Integer'),
        attribute('count', 'Integer'),
        attribute('nobody'),
      ],
    },
    { name: 'Candidate', superClass: ['Element'], properties: asked },
    // Told when the step begins, or, at an end, that it has come.
    { name: 'Copy', superClass: ['Element'], properties: asked },
    {
      name: 'Limit',
      superClass: ['Element'],
      properties: [
        attribute('hours', 'Integer'),
        attribute('action'),
        // Whom an escalation asks besides.
        { name: 'candidates', type: 'Candidate', isMany: true },
      ],
    },
  ],
} as const;

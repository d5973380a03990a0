// Our extension of BPMN 2.0 as a moddle descriptor, shared by the server and the viewer in the browser. No zod here.

export const KUWEI_URI = 'urn:kuwei:bpmn';
export const BPMN_URI = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

/** Candidates of a step. `ROLE`: holders of a role; `LEADER`: of a group; `GROUP`: people determined by the document type. */
export const CANDIDATE_KINDS = ['ROLE', 'LEADER', 'PERSON', 'GROUP', 'FIELD'] as const;
/** Holders of a role in the deciding organisation, or anywhere. */
export const ROLE_PLACES = ['HERE', 'EVERYWHERE'] as const;
export const LEADER_SCOPES = ['APPLICANT', 'OWNER'] as const;
/** How many candidates must approve: `SHARE` in percent, `COUNT` number of different people. */
export const QUORUMS = ['ONE', 'ALL', 'SHARE', 'COUNT'] as const;
/** A step without candidates: wait, approve automatically, or reject the request. */
export const NO_CANDIDATE_ACTIONS = ['WAIT', 'APPROVE', 'REJECT'] as const;
/** What happens when the time limit is exceeded. */
export const LIMIT_ACTIONS = ['REMIND', 'ESCALATE', 'APPROVE', 'RETURN', 'REJECT'] as const;

const attribute = (name: string, type: 'String' | 'Integer' = 'String') => ({ name, type, isAttr: true });
const candidateAttributes = [
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
        // Shorthand: comma-separated candidates of kind ROLE at HERE.
        attribute('roles'),
        attribute('quorum'),
        attribute('share', 'Integer'),
        attribute('count', 'Integer'),
        attribute('nobody'),
      ],
    },
    { name: 'Candidate', superClass: ['Element'], properties: candidateAttributes },
    // Notified when the step begins, or when an end is reached.
    { name: 'Copy', superClass: ['Element'], properties: candidateAttributes },
    {
      name: 'Limit',
      superClass: ['Element'],
      properties: [
        attribute('hours', 'Integer'),
        attribute('action'),
        // Additional candidates after an escalation.
        { name: 'candidates', type: 'Candidate', isMany: true },
      ],
    },
  ],
} as const;

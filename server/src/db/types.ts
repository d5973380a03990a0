// Made by tools/db-types.ts from the migrations. Do not edit.
import type { ColumnType } from 'kysely';

/** Read as what it holds, written as JSON text. */
type Json = ColumnType<unknown, string, string>;
/** Read as ISO text. */
type Moment = ColumnType<string, string | Date, string | Date>;
/** May be left out on insert. */
type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

export interface BpmDecision {
  task_id: string;
  biz_id: string;
  round: number;
  level: number;
  actor_id: string;
  proxy_user_id: string | null;
  decision: 'APPROVE' | 'RETURN' | 'REJECT';
  comment: string | null;
  at: Generated<Moment>;
  lap: Generated<number>;
  for_user_id: string | null;
  automatic: Generated<boolean>;
}

export interface BpmDefinition {
  id: string;
  key: string;
  version: number | null;
  name: string;
  name_en: string | null;
  xml: string;
  model: Json | null;
  state: Generated<'DRAFT' | 'PUBLISHED' | 'SUSPENDED' | 'ARCHIVED'>;
  published_at: Moment | null;
  created_at: Generated<Moment>;
  created_by: string | null;
  rev: Generated<number>;
  note: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
  published_by: string | null;
}

export interface BpmDelegation {
  id: string;
  from_id: string;
  to_id: string;
  keys: Generated<string[]>;
  from_at: Moment;
  until_at: Moment;
  reason: string | null;
  created_by: string;
  created_at: Generated<Moment>;
  revoked_at: Moment | null;
}

export interface BpmInstance {
  id: string;
  definition_id: string;
  biz_type: string;
  biz_id: string;
  round: number;
  vars: Json;
  state: 'RUNNING' | 'APPROVED' | 'RETURNED' | 'REJECTED' | 'CANCELED';
  started_by: string;
  started_at: Generated<Moment>;
  ended_at: Moment | null;
  org_id: string | null;
  applicant_org_id: string | null;
  owner_org_id: string | null;
  barred: Generated<string[]>;
  lap: Generated<number>;
}

export interface BpmTask {
  id: string;
  instance_id: string;
  biz_type: string;
  biz_id: string;
  round: number;
  level: number;
  node_id: string;
  name: string;
  candidate_roles: Generated<string[]>;
  org_id: string | null;
  state: Generated<'OPEN' | 'APPROVED' | 'RETURNED' | 'REJECTED' | 'CANCELED' | 'TRANSFERRED' | 'UNDONE' | 'TOLD'>;
  created_at: Generated<Moment>;
  ended_at: Moment | null;
  kind: Generated<'DECIDE' | 'SIGN' | 'NOBODY' | 'COPY'>;
  name_en: string | null;
  lap: Generated<number>;
  seat: Generated<number>;
  candidate_roles_everywhere: Generated<string[]>;
  candidate_ids: Generated<string[]>;
  barred: Generated<string[]>;
  origin_id: string | null;
  asked_by: string | null;
  note: string | null;
  due_at: Moment | null;
  reminded_at: Moment | null;
  read_at: Moment | null;
  key: string;
  told_id: Generated<string | null>;
  stuck_at: Moment | null;
}

export interface SysActing {
  id: string;
  session_id: string | null;
  actor_id: string;
  subject_id: string;
  reason: string;
  started_at: Generated<Moment>;
  ends_at: Moment;
  ended_at: Moment | null;
}

export interface SysBackup {
  id: string;
  kind: 'AUTO' | 'MANUAL' | 'PRE_UPGRADE' | 'PRE_RESTORE' | 'UPLOAD';
  state: Generated<'RUNNING' | 'UPLOADING' | 'READY' | 'VERIFIED' | 'FAILED'>;
  name: string;
  size: number | null;
  sha256: Buffer | null;
  encrypted: boolean;
  tables: number | null;
  row_count: number | null;
  files: number | null;
  version: string | null;
  migration: string | null;
  by_id: string | null;
  by_name: string | null;
  created_at: Generated<Moment>;
  ready_at: Moment | null;
  verified_at: Moment | null;
  fault: Json | null;
  given_name: string | null;
  given_modified: number | null;
  made_at: Moment | null;
  report: Json | null;
}

export interface SysConfig {
  code: string;
  value: Json;
  updated_at: Generated<Moment>;
}

export interface SysConfigHistory {
  code: string;
  rev: number;
  value: Json | null;
  kind: 'SET' | 'RESET';
  reason: string;
  changed_by: string | null;
  changed_at: Generated<Moment>;
}

export interface SysConfigOrg {
  org_id: string;
  code: string;
  value: string;
}

export interface SysDic {
  id: string;
  code: string;
  name: string;
  public: Generated<boolean>;
  rev: Generated<number>;
  updated_at: Generated<Moment>;
  name_en: string | null;
  created_at: Generated<Moment>;
  updated_by: string | null;
}

export interface SysDicField {
  dic_id: string;
  code: string;
  label: string;
  labels: Generated<Json>;
  props: Generated<Json>;
  sort: number;
  valid: Generated<boolean>;
  former: Generated<string[]>;
  shipped: Json | null;
}

export interface SysFile {
  id: string;
  name: string;
  type: string;
  size: number;
  sha256: Buffer;
  image: Generated<boolean>;
  visibility: Generated<'ALL' | 'ORG' | 'PRIVATE'>;
  org_id: string | null;
  created_by: string;
  created_at: Generated<Moment>;
  stored_sha256: Buffer | null;
}

export interface SysFileGone {
  id: string;
}

export interface SysFirstSteps {
  one: Generated<boolean>;
  skipped: Generated<string[]>;
  closed: Generated<boolean>;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface SysHealth {
  id: number;
  at: Generated<Moment>;
}

export interface SysIdempotency {
  user_id: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  reply: string | null;
  created_at: Generated<Moment>;
}

export interface SysImport {
  id: string;
  entity: string;
  file: string;
  created: number;
  updated: number;
  created_at: Generated<Moment>;
  created_by: string;
  undone: Generated<number>;
  undone_at: Moment | null;
}

export interface SysImportRecipe {
  id: string;
  kind: string;
  name: string;
  headings: string;
  choice: Json;
  created_by: string;
  updated_at: Generated<Moment>;
}

export interface SysImportRecord {
  import_id: string;
  record_id: string;
  title: string;
  is_new: boolean;
  rev: number;
  change: Json;
  undone_at: Moment | null;
  besides: Json | null;
}

export interface SysImportRun {
  id: string;
  file: string;
  user_id: string;
  total: number;
  done: Generated<number>;
  seen_at: Generated<Moment>;
}

export interface SysJobRun {
  name: string;
  at: Moment;
  ms: number;
  error: string | null;
}

export interface SysKnownDevice {
  user_id: string;
  device_hash: Buffer;
  last_at: Generated<Moment>;
  replaced_at: Moment | null;
}

export interface SysLog {
  id: Generated<number>;
  kind: 'OPERATION' | 'SIGN_IN' | 'API' | 'ERROR' | 'DATA' | 'ACTING' | 'JOB';
  at: Generated<Moment>;
  action: string;
  user_id: string | null;
  proxy_user_id: string | null;
  page_role: string | null;
  org_id: string | null;
  device_id: string | null;
  ip: string | null;
  request_id: string | null;
  entity: string | null;
  entity_id: string | null;
  change: Json | null;
  status: number | null;
  ms: number | null;
  api_name: string | null;
}

export interface SysLogKey {
  key: number;
  kind: string;
  id: number;
  at: Moment;
  called: boolean;
  acting: boolean;
  entity: string | null;
}

export interface SysMail {
  id: string;
  kind: 'MESSAGE' | 'ADDRESS' | 'CHANGED' | 'PASSWORD';
  user_id: string;
  how: Generated<'AT_ONCE' | 'DAILY'>;
  state: Generated<'QUEUED' | 'SENDING' | 'SENT' | 'FAILED' | 'DROPPED'>;
  due_at: Generated<Moment>;
  tries: Generated<number>;
  address: string | null;
  fault: 'CONNECT' | 'TLS' | 'AUTH' | 'REFUSED' | 'LATER' | 'UNSURE' | 'INTERRUPTED' | 'OVER' | 'OLD' | null;
  answer: string | null;
  started_at: Moment | null;
  sent_at: Moment | null;
  created_at: Generated<Moment>;
}

export interface SysMailChoice {
  user_id: string;
  kind: 'NOTICE' | 'TODO' | 'WARN' | 'SYS';
  how: 'NONE' | 'AT_ONCE' | 'DAILY';
}

export interface SysMaintainWork {
  id: string;
  kind: 'BACKUP' | 'VERIFY' | 'CHECK' | 'RESTORE';
  backup_id: string | null;
  phase: Generated<string>;
  done: Generated<number>;
  total: Generated<number>;
  by_id: string | null;
  by_name: string | null;
  created_at: Generated<Moment>;
  begun_at: Moment | null;
  ended_at: Moment | null;
  seen_at: Generated<Moment>;
  fault: Json | null;
  reason: string | null;
  cancelled_at: Moment | null;
}

export interface SysMenu {
  id: string;
  own: boolean;
  changes: Generated<Json>;
  children: string[] | null;
  rev: Generated<number>;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface SysMenuOrg {
  org_id: string;
  menu_id: string;
  name: string | null;
  show: boolean | null;
}

export interface SysMessage {
  id: string;
  kind: 'NOTICE' | 'TODO' | 'WARN' | 'SYS';
  template: string | null;
  params: Generated<Json>;
  title: Generated<string>;
  content: Generated<string>;
  sender_id: string | null;
  bc: string | null;
  fc: string | null;
  object_id: string | null;
  link: string | null;
  created_at: Generated<Moment>;
  sent: Moment | null;
  state: Generated<'PLANNED' | 'SENT' | 'RECALLED'>;
  send_at: Moment | null;
  receivers: Json | null;
  template_id: string | null;
  recalled_at: Moment | null;
  recalled_by: string | null;
  cause: string | null;
}

export interface SysMessageCopy {
  id: string;
  message_id: string;
  user_id: string;
  state: Generated<'NEW' | 'READ' | 'DELETED' | 'CLEARED' | 'RECALLED' | 'ENDED'>;
  read_at: Moment | null;
  deleted: Moment | null;
  created_at: Generated<Moment>;
  ended_at: Moment | null;
}

export interface SysMessageTemplate {
  id: string;
  code: string;
  name: string;
  kind: 'NOTICE' | 'TODO' | 'WARN' | 'SYS';
  title: string;
  content: string;
  link: string | null;
  valid: Generated<boolean>;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface SysMode {
  id: Generated<number>;
  kind: 'MAINTENANCE' | 'READ_ONLY' | 'RESTORE';
  reason: Generated<string>;
  until: Moment | null;
  since: Generated<Moment>;
  by_id: string | null;
  by_name: string | null;
  closed: Generated<boolean>;
}

export interface SysNightlyFile {
  run_id: string;
  kind: 'GROUPS' | 'PEOPLE' | 'GROUP_MEMBERS' | 'MEMBERS';
  state: 'TAKEN' | 'LOOKED' | 'SAME' | 'FAILED';
  file: string;
  sha256: Buffer | null;
  created: Generated<number>;
  updated: Generated<number>;
  unchanged: Generated<number>;
  missing: number | null;
  refused: Generated<number>;
  fault: Json | null;
  report: Json | null;
  import_id: string | null;
  at: Generated<Moment>;
}

export interface SysNightlyRun {
  id: string;
  night: string | null;
  dry: Generated<boolean>;
  state: Generated<'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CUT'>;
  asked_by: string | null;
  others: Generated<string[]>;
  created_at: Generated<Moment>;
  ended_at: Moment | null;
  seen_at: Generated<Moment>;
}

export interface SysPasswordRequest {
  id: string;
  account: string | null;
  asked_from: string;
  at: Generated<Moment>;
}

export interface SysPower {
  code: string;
  name: string;
  name_en: string;
  id: Generated<string>;
  module: string | null;
  description: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface SysReport {
  id: string;
  code: string;
  name: string;
  name_en: string | null;
  description: string | null;
  description_en: string | null;
  category: string | null;
  sql: string;
  built: Json | null;
  params: Generated<Json>;
  columns: Generated<Json>;
  chart: Generated<Json>;
  row_limit: Generated<number>;
  seconds: Generated<number>;
  roles: Generated<string[]>;
  state: Generated<'DRAFT' | 'PUBLISHED'>;
  shipped: Json | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface SysReportPlan {
  id: string;
  report_id: string;
  user_id: string | null;
  role_code: string | null;
  page_role: string | null;
  org_id: string | null;
  params: Generated<Json>;
  rhythm: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  day: number | null;
  hour: number;
  only_rows: Generated<boolean>;
  active: Generated<boolean>;
  next_at: Moment;
  fault: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface SysReportReader {
  pid: number;
  until_at: Moment;
  own_orgs: string[];
  orgs: string[];
  warehouses: string[];
  goods_warehouses: string[];
  containers: string[];
  categories: string[];
  people: boolean;
  lang: Generated<'zh' | 'en'>;
}

export interface SysReportRun {
  id: string;
  report_id: string | null;
  code: string;
  user_id: string;
  proxy_user_id: string | null;
  kind: 'SCREEN' | 'FILE' | 'SCHEDULE' | 'TRY';
  state: 'DONE' | 'FAILED' | 'CANCELED';
  params: Json;
  row_count: number;
  ms: number;
  fault: string | null;
  at: Generated<Moment>;
}

export interface SysReportSending {
  id: string;
  plan_id: string | null;
  report_id: string | null;
  user_id: string;
  page_role: string | null;
  org_id: string | null;
  params: Json;
  only_rows: boolean;
  due_at: Moment;
  state: Generated<'WAITING' | 'RUNNING' | 'DONE' | 'EMPTY' | 'FAILED'>;
  tries: Generated<number>;
  begun_at: Moment | null;
  done_at: Moment | null;
  fault: string | null;
  row_count: number | null;
  result: Json | null;
}

export interface SysRole {
  code: string;
  name: string;
  name_en: string;
  sort: number;
  reserved: Generated<boolean>;
  id: Generated<string>;
  valid: Generated<boolean>;
  remark: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface SysRoleGrant {
  user_id: string;
  role_code: string;
  from_day: string | null;
  until_day: string | null;
  begun: Generated<boolean>;
  granted_by: string | null;
  granted_at: Generated<Moment>;
  idle: Generated<boolean>;
}

export interface SysRolePower {
  role_code: string;
  power_code: string;
}

export interface SysRule {
  id: string;
  owner_type: 'USER' | 'ROLE' | 'ORG';
  user_id: string | null;
  role_code: string | null;
  org_id: string | null;
  relation: 'LEADER' | 'MEMBER' | 'STUDENT' | 'KEEPER' | null;
  subject_type: 'WMS_ORG' | 'WMS_WAREHOUSE' | 'WMS_CONTAINER' | 'CATEGORY' | 'REPORT' | 'MENU';
  subject_model: 'select' | 'tree' | 'all' | 'expr';
  conditions: Generated<Json>;
  actions: ('SEE' | 'EXPORT')[];
  from_day: string | null;
  until_day: string | null;
  note: string | null;
  begun: Generated<boolean>;
  same_as: string;
  ended_at: Moment | null;
  ended_by: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface SysRuleEntry {
  rule_id: string;
  entry_id: string;
}

export interface SysRuleNow {
  id: string;
  owner_type: 'USER' | 'ROLE' | 'ORG';
  user_id: string | null;
  role_code: string | null;
  org_id: string | null;
  relation: 'LEADER' | 'MEMBER' | 'STUDENT' | 'KEEPER' | null;
  subject_type: 'WMS_ORG' | 'WMS_WAREHOUSE' | 'WMS_CONTAINER' | 'CATEGORY' | 'REPORT' | 'MENU';
  subject_model: 'select' | 'tree' | 'all' | 'expr';
  conditions: Json;
  actions: ('SEE' | 'EXPORT')[];
  from_day: string | null;
  until_day: string | null;
  note: string | null;
  begun: boolean;
  same_as: string;
  ended_at: Moment | null;
  ended_by: string | null;
  rev: number;
  created_at: Moment;
  created_by: string | null;
  updated_at: Moment;
  updated_by: string | null;
}

export interface SysRuleSubject {
  rule_id: string;
  subject_id: string;
}

export interface SysSecret {
  name: string;
  value: Buffer;
}

export interface SysSession {
  id: string;
  user_id: string;
  proxy_user_id: string | null;
  device_id: string;
  org_id: string | null;
  ip: string | null;
  user_agent: string | null;
  created_at: Generated<Moment>;
  last_seen_at: Generated<Moment>;
  ends_at: Moment;
  ended_at: Moment | null;
  end_reason: 'LOGOUT' | 'REUSE' | 'FORCED' | 'DISABLED' | 'PASSWORD' | 'PROXY' | null;
  origin_id: string | null;
  api_name: string | null;
  api_roles: string[] | null;
  issued_by: string | null;
}

export interface SysSignInFailure {
  username: string;
  ip: string | null;
  at: Generated<Moment>;
  device_hash: Buffer | null;
}

export interface SysToken {
  token_hash: Buffer;
  session_id: string;
  expires_at: Moment;
  rtoken_hash: Buffer;
  rexpires_at: Moment;
  rotated_at: Moment | null;
  successor_salt: Buffer | null;
}

export interface SysUser {
  id: string;
  username: string;
  name: string;
  password_hash: string | null;
  email: string | null;
  phone: string | null;
  avatar_file_id: string | null;
  state: Generated<'ACTIVE' | 'DISABLED'>;
  must_change_password: Generated<boolean>;
  last_sign_in_at: Moment | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
  deleted_at: Moment | null;
  sessions_ended_at: Moment | null;
  staff_no: string | null;
  identity: string | null;
  remark: string | null;
  until_day: string | null;
  deleted_by: string | null;
  search: string | null;
  contact: string | null;
  email_verified_at: Moment | null;
  email_pending: string | null;
  chosen_name: string | null;
}

export interface SysUserIdentity {
  provider: string;
  subject: string;
  user_id: string;
  created_at: Generated<Moment>;
}

export interface SysUserLink {
  user_id: string;
  purpose: 'ADDRESS' | 'PASSWORD';
  token_hash: Buffer;
  address: string;
  standing: string;
  expires_at: Moment;
}

export interface SysUserRecovery {
  user_id: string;
  code_hash: Buffer;
}

export interface SysUserRole {
  user_id: string;
  role_code: string;
}

export interface SysUserSetting {
  user_id: string;
  key: string;
  value: Json;
  updated_at: Generated<Moment>;
}

export interface SysUserTotp {
  user_id: string;
  secret: Buffer;
  confirmed_at: Moment | null;
  last_step: Generated<number>;
  created_at: Generated<Moment>;
}

export interface WmsAfterSales {
  id: string;
  no: string;
  kind: 'RETURN' | 'EXCHANGE' | 'DAMAGE' | 'SHORTAGE' | 'COMPLAINT';
  owner_org_id: string;
  applicant_id: string;
  applicant_org_id: string;
  warehouse_id: string;
  transaction_line_id: string | null;
  product_box_id: string | null;
  product_id: string;
  batch_id: string | null;
  qty: string | null;
  held: Generated<string>;
  description: string;
  pictures: Generated<string[]>;
  solution: 'KEEP' | 'TAKE_BACK' | 'RETURN_SUPPLIER' | 'REPLACE' | 'DISPOSE' | 'COMPENSATE';
  supplier_org_id: string | null;
  state: Generated<'DRAFT' | 'SUBMITTED' | 'PROCESSING' | 'DONE' | 'RETURNED' | 'REJECTED' | 'CANCELED'>;
  round: Generated<number>;
  levels: Generated<number>;
  submitted_at: Moment | null;
  due_at: Moment | null;
  decided_at: Moment | null;
  ended_at: Moment | null;
  reminded_at: Moment | null;
  told_late_at: Moment | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface WmsAfterSalesMessage {
  id: string;
  after_sales_id: string;
  at: Generated<Moment>;
  user_id: string;
  proxy_user_id: string | null;
  side: 'OWNER' | 'WAREHOUSE' | 'SUPPLIER' | 'REVIEWER';
  content: string;
  pictures: Generated<string[]>;
}

export interface WmsAfterSalesRecord {
  id: Generated<number>;
  after_sales_id: string;
  round: number;
  at: Generated<Moment>;
  actor_id: string;
  proxy_user_id: string | null;
  action: string;
  from_state: string | null;
  to_state: string;
  level: number | null;
  step: string | null;
  step_en: string | null;
  comment: string | null;
  other_id: string | null;
  solution: string | null;
}

export interface WmsBatch {
  id: string;
  product_id: string;
  batch_no: string;
  made_on: string | null;
  expires_on: string | null;
  supplier_org_id: string | null;
  coa_file_id: string | null;
  status: Generated<'OK' | 'HOLD' | 'RECALLED' | 'EXPIRED' | 'DISPOSED'>;
  status_reason: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  updated_at: Generated<Moment>;
  updated_by: string | null;
  folded: Generated<string>;
  twin: Generated<number>;
}

export interface WmsCategory {
  id: string;
  parent_id: string | null;
  code: string;
  name: string;
  name_en: string | null;
  sort: Generated<number>;
  rev: Generated<number>;
  updated_at: Generated<Moment>;
  former: Generated<string[]>;
}

export interface WmsContainer {
  id: string;
  warehouse_id: string;
  parent_id: string | null;
  type: 'ROOM' | 'CABINET' | 'SHELF' | 'FRIDGE' | 'GAS_RACK' | 'CAGE';
  code: string;
  name: string;
  conditions_offered: Generated<string[]>;
  allowed_groups: string[] | null;
  hazard_allowed: Generated<boolean>;
  dual_lock: Generated<boolean>;
  max_volume_l: string | null;
  max_mass_kg: string | null;
  rows: Generated<number>;
  cols: Generated<number>;
  state: Generated<'ACTIVE' | 'CLOSED'>;
  remark: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
  deleted_at: Moment | null;
  name_en: string | null;
}

export interface WmsEws {
  id: Generated<string>;
  kind: string;
  subject: string;
  org_id: string | null;
  warehouse_id: string;
  product_id: string | null;
  batch_id: string | null;
  box_id: string | null;
  transaction_id: string | null;
  severity: 'NOTICE' | 'SERIOUS' | 'URGENT';
  weight: number;
  value: string | null;
  threshold: string | null;
  day: string | null;
  state: Generated<'OPEN' | 'ACKED' | 'SNOOZED' | 'IGNORED' | 'RESOLVED'>;
  until_day: string | null;
  reason: string | null;
  since: Generated<Moment>;
  resolved_at: Moment | null;
  handled_by: string | null;
  handled_at: Moment | null;
  to_tell: Generated<boolean>;
  bundle: string | null;
  rev: Generated<number>;
  updated_at: Generated<Moment>;
  permit_id: Generated<string | null>;
  control_class: Generated<string | null>;
}

export interface WmsEwsEvent {
  id: Generated<number>;
  ews_id: string;
  at: Generated<Moment>;
  what: 'OPENED' | 'GREW' | 'ACKED' | 'SNOOZED' | 'IGNORED' | 'WOKE' | 'RESOLVED';
  reason: string | null;
  until_day: string | null;
  user_id: string | null;
}

export interface WmsEwsKind {
  kind: string;
  weight: number;
  goods: boolean;
  threshold: string | null;
  looked_at: Moment | null;
}

export interface WmsFlowClose {
  id: string;
  warehouse_id: string;
  control_class: 'TOXIC' | 'EXPLOSIVE_PRECURSOR' | 'DRUG_PRECURSOR';
  month: string;
  from_at: Moment;
  until_at: Moment;
  product_ids: string[];
  figures: Json;
  entries: number;
  digest: string;
  hash: string;
  closed_by: string;
  closed_as: string;
  closed_at: Generated<Moment>;
  signed_by: string | null;
  signed_at: Moment | null;
  reopened_by: string | null;
  reopened_at: Moment | null;
  reason: string | null;
  rev: Generated<number>;
}

export interface WmsFlowGoods {
  product_id: string;
  control_class: 'TOXIC' | 'EXPLOSIVE_PRECURSOR' | 'DRUG_PRECURSOR';
  until_at: Moment | null;
}

export interface WmsFlowLifted {
  product_id: string;
  control_class: 'TOXIC' | 'EXPLOSIVE_PRECURSOR' | 'DRUG_PRECURSOR';
  lifted_at: Moment;
}

export interface WmsFlowReport {
  id: string;
  warehouse_id: string;
  control_class: 'TOXIC' | 'EXPLOSIVE_PRECURSOR' | 'DRUG_PRECURSOR';
  number: string;
  filed_on: string;
  note: string | null;
  entries: number;
  withdrawn_by: string | null;
  withdrawn_at: Moment | null;
  reason: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string;
}

export interface WmsFlowReported {
  seq: number;
  control_class: string;
  report_id: string;
}

export interface WmsHazardLoad {
  warehouse_id: string;
  product_id: string;
  qty: string;
  critical_qty_t: string | null;
  mass_t: string | null;
  share: string | null;
}

export interface WmsInventory {
  id: string;
  no: string;
  warehouse_id: string;
  type: 'FULL' | 'CYCLE' | 'SPOT';
  scope: 'WAREHOUSE' | 'CONTAINER' | 'BOX' | 'OWNER' | 'PRODUCT' | 'CATEGORY' | 'CONTROL' | 'ABC' | 'RISK' | 'RANDOM' | 'DIFFERENCES';
  container_ids: Generated<string[]>;
  box_ids: Generated<string[]>;
  org_ids: Generated<string[]>;
  product_ids: Generated<string[]>;
  abc: Generated<string[]>;
  sample: number | null;
  recount_of: string | null;
  blind: Generated<boolean>;
  frozen: Generated<boolean>;
  assignees: Generated<string[]>;
  deadline: Moment | null;
  tolerance_pct: Generated<string>;
  tolerance_abs: Generated<string>;
  remark: string | null;
  state: Generated<'DRAFT' | 'COUNTING' | 'SUBMITTED' | 'APPROVED' | 'CANCELED'>;
  round: Generated<number>;
  levels: Generated<number>;
  published_at: Moment | null;
  published_by: string | null;
  submitted_at: Moment | null;
  ended_at: Moment | null;
  adjustment_id: string | null;
  reminded_at: Moment | null;
  told_late_at: Moment | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string;
  updated_at: Generated<Moment>;
  updated_by: string | null;
  category_ids: Generated<string[]>;
  control_flags: Generated<string[]>;
  named: Generated<string[]>;
}

export interface WmsInventoryBox {
  inventory_id: string;
  box_id: string;
  open: boolean;
  lock_before: string | null;
}

export interface WmsInventoryLine {
  id: string;
  inventory_id: string;
  line_no: number;
  box_id: string;
  product_id: string;
  owner_org_id: string;
  batch_no: string;
  made_on: string | null;
  expires_on: string | null;
  product_box_id: string | null;
  found: Generated<boolean>;
  two_counters: Generated<boolean>;
  qty_book: string;
  ledger_seq: number;
  qty_then: string | null;
  qty_count: string | null;
  state: Generated<'OPEN' | 'HALF' | 'COUNTED'>;
  pass: Generated<number>;
  counter_id: string | null;
  second_id: string | null;
  counted_at: Moment | null;
  not_by: Generated<string[]>;
  reason: string | null;
  note: string | null;
  ver: Generated<number>;
  counted_by: Generated<string[]>;
}

export interface WmsInventoryRecord {
  id: Generated<number>;
  inventory_id: string;
  round: number;
  at: Generated<Moment>;
  actor_id: string;
  proxy_user_id: string | null;
  action: string;
  from_state: string | null;
  to_state: string;
  level: number | null;
  step: string | null;
  step_en: string | null;
  comment: string | null;
  other_id: string | null;
  lines: number | null;
}

export interface WmsInventoryValue {
  id: string;
  line_id: string;
  pass: number;
  outcome: 'TAKEN' | 'CONFLICT';
  qty: string;
  user_id: string;
  proxy_user_id: string | null;
  at: Generated<Moment>;
  said_at: Moment | null;
  reason: string | null;
  note: string | null;
  ver: Generated<number>;
}

export interface WmsLayout {
  warehouse_id: string;
  version: string;
}

export interface WmsLedger {
  seq: Generated<number>;
  at: Generated<Moment>;
  kind: 'IN' | 'OUT' | 'MOVE_OUT' | 'MOVE_IN' | 'COUNT_ADJ' | 'REVERSAL' | 'DISPOSE' | 'OPENING';
  transaction_id: string;
  line_id: string | null;
  product_box_id: string;
  product_id: string;
  batch_id: string;
  owner_org_id: string;
  box_id: string;
  warehouse_id: string;
  qty_delta: string;
  qty_after: string;
  unit_price: string | null;
  actor1_id: string;
  actor2_id: string | null;
  proxy_user_id: string | null;
  reason: string | null;
  reverses_seq: number | null;
}

export interface WmsLedgerBlock {
  no: number;
  first_seq: number;
  last_seq: number;
  row_count: number;
  hash: Buffer;
  sealed_at: Generated<Moment>;
  signature: Buffer | null;
  key_id: string | null;
  until_at: Moment;
  behind: number;
}

export interface WmsLedgerProof {
  id: string;
  kind: 'FULL' | 'INCREMENT';
  asked_by: string | null;
  begun_at: Generated<Moment>;
  seen_at: Generated<Moment>;
  ended_at: Moment | null;
  parts: Generated<number>;
  parts_done: Generated<number>;
  ok: boolean | null;
  result: Json | null;
}

export interface WmsLedgerProved {
  one: Generated<boolean>;
  block_no: number;
  last_seq: number;
  block_hash: Buffer;
  balances: Buffer;
  proved_at: Moment;
  full_at: Moment;
  signature: Buffer;
  key_id: string;
}

export interface WmsLedgerProvedStock {
  product_box_id: string;
  qty: string;
  ledger_seq: number;
}

export interface WmsOpeningRow {
  org_id: string;
  ref: string;
  line_id: string;
  said: Json;
}

export interface WmsOrg {
  id: string;
  code: string;
  name: string;
  name_en: string | null;
  type: 'LAB' | 'SUPPLIER' | 'PURCHASE' | 'WAREHOUSE';
  address: string | null;
  contact: string | null;
  phone: string | null;
  valid: Generated<boolean>;
  created_at: Generated<Moment>;
  remark: string | null;
  merged_into_id: string | null;
  search: Generated<string>;
  rev: Generated<number>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface WmsOrgMember {
  org_id: string;
  user_id: string;
  relation: Generated<'LEADER' | 'MEMBER' | 'STUDENT' | 'KEEPER'>;
  from_day: string | null;
  until_day: string | null;
  begun: Generated<boolean>;
  granted_by: string | null;
  granted_at: Generated<Moment>;
}

export interface WmsOrgProduct {
  id: string;
  org_id: string;
  product_id: string;
  state: Generated<'OFF' | 'ON'>;
  visible_to: 'OWN' | 'CAMPUS' | 'MALL';
  share_mode: 'NONE' | 'GIVE' | 'LEND' | 'SELL';
  price: string | null;
  max_qty: string | null;
  from_day: string | null;
  until_day: string | null;
  note: string | null;
  cause: 'MANUAL' | 'AUTO_PRODUCT' | 'AUTO_CONTROL' | 'AUTO_DAY' | 'AUTO_SDS' | 'AUTO_STOCK' | 'AUTO_BATCH' | null;
  reason: string | null;
  to_tell: number | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface WmsOrgProductEvent {
  id: Generated<number>;
  org_product_id: string;
  at: Generated<Moment>;
  what: 'MADE' | 'CHANGED' | 'UP' | 'DOWN';
  cause: Generated<'MANUAL' | 'AUTO_PRODUCT' | 'AUTO_CONTROL' | 'AUTO_DAY' | 'AUTO_SDS' | 'AUTO_STOCK' | 'AUTO_BATCH'>;
  reason: string | null;
  user_id: string | null;
  change: Json | null;
}

export interface WmsOrgQuota {
  org_id: string;
  warehouse_id: string;
  max_boxes: number | null;
  max_volume_l: string | null;
}

export interface WmsOrgUser {
  org_id: string;
  user_id: string;
  relation: 'LEADER' | 'MEMBER' | 'STUDENT' | 'KEEPER';
}

export interface WmsPermit {
  id: string;
  code: string;
  org_id: string;
  warehouse_id: string;
  kind: string;
  number: string;
  control_class: 'TOXIC' | 'EXPLOSIVE_PRECURSOR' | 'DRUG_PRECURSOR';
  product_ids: Generated<string[]>;
  amount: string | null;
  unit: string | null;
  valid_from: string;
  valid_until: string;
  authority: string | null;
  file_id: string | null;
  note: string | null;
  state: Generated<'PENDING' | 'VALID' | 'REVOKED'>;
  checked_by: string | null;
  checked_at: Moment | null;
  reason: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface WmsPermitTaken {
  permit_id: string;
  line_id: string;
  control_class: string;
  transaction_id: string;
  qty: string | null;
  amount: string | null;
  coming: boolean | null;
}

export interface WmsPermitUse {
  line_id: string;
  control_class: string;
  permit_id: string;
  factor: string | null;
}

export interface WmsProduct {
  id: string;
  code: string;
  name: string;
  name_en: string | null;
  category_id: string;
  kind: 'CHEMICAL' | 'CONSUMABLE' | 'EQUIPMENT' | 'OTHER';
  spec: string | null;
  grade: string | null;
  brand: string | null;
  maker: string | null;
  base_unit: string;
  units: Generated<Json>;
  default_shelf_life_days: number | null;
  track_batch: Generated<boolean>;
  track_expiry: Generated<boolean>;
  cas: string | null;
  formula: string | null;
  un_no: string | null;
  un_class: string | null;
  packing_group: 'I' | 'II' | 'III' | null;
  h_codes: Generated<string[]>;
  signal: 'DANGER' | 'WARNING' | null;
  storage_group: string | null;
  conditions_required: Generated<string[]>;
  control_flags: Generated<('TOXIC' | 'EXPLOSIVE_PRECURSOR' | 'DRUG_PRECURSOR')[]>;
  critical_qty_t: string | null;
  unit_volume_l: string | null;
  unit_mass_kg: string | null;
  price: string | null;
  sds_file_id: string | null;
  sds_rev_date: string | null;
  sds_lang: string | null;
  images: Generated<string[]>;
  description: string | null;
  remark: string | null;
  state: Generated<'DRAFT' | 'ACTIVE' | 'DISABLED'>;
  search: string;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
  deleted_at: Moment | null;
  not_hazardous: Generated<boolean>;
  assessed_at: Moment | null;
  assessed_by: string | null;
  assessed_source: string | null;
  hazard: Generated<'HAZARDOUS' | 'HARMLESS' | 'UNKNOWN'>;
  separation_group: Generated<string | null>;
  other_cas: Generated<string[]>;
  catalog_no: string | null;
  p_codes: Generated<string[]>;
  flash_point_c: string | null;
  boiling_point_c: string | null;
  lower_explosion_percent: string | null;
  upper_explosion_percent: string | null;
  iarc_group: '1' | '2A' | '2B' | '3' | null;
  exposure_limit: string | null;
  gtin: string | null;
}

export interface WmsProductBox {
  id: string;
  product_id: string;
  batch_id: string;
  owner_org_id: string;
  box_id: string;
  warehouse_id: string;
  qty: Generated<string>;
  reserved: Generated<string>;
  frozen: Generated<boolean>;
  frozen_reason: string | null;
  deposit_until: string | null;
  note: string | null;
  first_in_at: Generated<Moment>;
  last_move_at: Generated<Moment>;
  last_counted_at: Moment | null;
  ledger_seq: Generated<number>;
  rev: Generated<number>;
}

export interface WmsShareRecord {
  id: Generated<number>;
  share_request_id: string;
  at: Generated<Moment>;
  actor_id: string;
  proxy_user_id: string | null;
  action: string;
  to_state: string;
  level: number | null;
  step: string | null;
  step_en: string | null;
  comment: string | null;
  other_id: string | null;
}

export interface WmsShareRequest {
  id: string;
  no: string;
  listing_id: string;
  owner_org_id: string;
  org_id: string;
  applicant_id: string;
  product_id: string;
  warehouse_id: string;
  qty: string;
  mode: 'GIVE' | 'LEND' | 'SELL';
  price: string | null;
  purpose: string;
  needed_by: string | null;
  give_back_by: string | null;
  state: Generated<'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'>;
  levels: Generated<number>;
  ended_at: Moment | null;
  reminded_at: Moment | null;
  told_late_at: Moment | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface WmsStatDay {
  day: string;
  warehouse_id: string;
  owner_org_id: string;
  base_unit: string;
  flow: string;
  entries: number;
  unpriced: number;
  qty: string;
  value: string;
}

export interface WmsStatFolded {
  until: string;
  zone: string;
}

export interface WmsStatHolding {
  warehouse_id: string;
  owner_org_id: string;
  product_id: string;
  qty: string;
}

export interface WmsStatMonth {
  month: string;
  warehouse_id: string;
  owner_org_id: string;
  product_id: string;
  flow: string;
  entries: number;
  unpriced: number;
  qty: string;
  value: string;
}

export interface WmsStatPool {
  owner_org_id: string;
  product_id: string;
  qty: string;
  price: string | null;
}

export interface WmsStatPrice {
  owner_org_id: string;
  product_id: string;
  day: string;
  seq: number;
  price: string;
}

export interface WmsStatProduct {
  month: string;
  warehouse_id: string;
  product_id: string;
  flow: string;
  entries: number;
  unpriced: number;
  qty: string;
  value: string;
}

export interface WmsStockBalance {
  at: Moment;
  product_box_id: string;
  qty: string;
  moved_at: Moment;
  ledger_seq: number;
}

export interface WmsStockLimit {
  id: string;
  org_id: string;
  warehouse_id: string;
  product_id: string | null;
  category_id: string | null;
  min_qty: string | null;
  max_qty: string | null;
  expiry_days: number | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface WmsStorageGroup {
  code: string;
  name: string;
  name_en: string;
  source: string;
}

export interface WmsStorageGroupPair {
  a: string;
  b: string;
  level: 'BOX' | 'CABINET';
}

export interface WmsStorageRule {
  only_row: Generated<boolean>;
  rev: Generated<number>;
  version: Generated<string>;
}

export interface WmsStorageRuleChange {
  id: string;
  rev: number;
  changed_at: Generated<Moment>;
  changed_by: string;
  source: string;
  reason: string;
  changes: Json;
}

export interface WmsTransaction {
  id: string;
  no: string;
  type: 'INBOUND' | 'OUTBOUND' | 'MOVE' | 'OPENING' | 'COUNT';
  source: 'LAB' | 'SUPPLIER' | 'PURCHASE' | 'ADMIN' | 'COUNT' | 'AFTER_SALES';
  owner_org_id: string;
  applicant_id: string;
  contact: string | null;
  phone: string | null;
  warehouse_id: string;
  target_warehouse_id: string | null;
  plan_date: string | null;
  deposit_until: string | null;
  purpose: string | null;
  purchase_no: string | null;
  supplier_org_id: string | null;
  remark: string | null;
  attachments: Generated<string[]>;
  state: Generated<'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'EXECUTING' | 'PARTIAL' | 'DONE' | 'RETURNED' | 'REJECTED' | 'CANCELED'>;
  round: Generated<number>;
  levels: Generated<number>;
  controlled: Generated<boolean>;
  toxic: Generated<boolean>;
  submitted_at: Moment | null;
  approved_at: Moment | null;
  finished_at: Moment | null;
  cosigned_by: string | null;
  cosigned_rev: number | null;
  pickup_salt: Buffer | null;
  pickup_failures: Generated<number>;
  pickup_locked_until: Moment | null;
  reverses_id: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string;
  updated_at: Generated<Moment>;
  updated_by: string | null;
  deleted_at: Moment | null;
  unfinished: Generated<Json>;
  reversal_asked_rev: number | null;
  delivery_no: string | null;
  after_sales_id: string | null;
  after_sales_as: 'LEAVE' | 'DISPOSE' | 'BACK' | 'REPLACEMENT' | null;
  goods_org_id: string | null;
  share_request_id: string | null;
  permit_ids: Generated<string[]>;
  cosigned_for: 'FINISH' | 'REVERSAL' | null;
}

export interface WmsTransactionLine {
  id: string;
  transaction_id: string;
  line_no: number;
  product_id: string;
  product_box_id: string | null;
  batch_no: string | null;
  made_on: string | null;
  expires_on: string | null;
  batch_id: string | null;
  unit: string;
  unit_factor: string;
  qty: string;
  qty_req: string;
  qty_appr: string | null;
  qty_done: Generated<string>;
  unit_price: string | null;
  reject_reason: string | null;
  remark: string | null;
}

export interface WmsTransactionLineBox {
  id: string;
  line_id: string;
  product_box_id: string | null;
  box_id: string | null;
  qty: string;
  qty_done: Generated<string>;
  reserved: Generated<string>;
}

export interface WmsTransactionRecord {
  id: Generated<number>;
  transaction_id: string;
  round: number;
  at: Generated<Moment>;
  actor_id: string;
  proxy_user_id: string | null;
  page_role: string | null;
  action: string;
  from_state: string | null;
  to_state: string;
  level: number | null;
  comment: string | null;
  diff: Json | null;
  ip: string | null;
  step: string | null;
  step_en: string | null;
  other_id: string | null;
}

export interface WmsTwoKeepers {
  product_id: string;
  since: Generated<Moment>;
}

export interface WmsWarehouse {
  id: string;
  org_id: string;
  code: string;
  name: string;
  campus: string | null;
  address: string | null;
  state: Generated<'ACTIVE' | 'CLOSED'>;
  remark: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
  deleted_at: Moment | null;
  name_en: string | null;
  opening_hours: string | null;
  search: Generated<string>;
  phone: string | null;
}

export interface WmsWarehouseBox {
  id: string;
  container_id: string;
  warehouse_id: string;
  code: string;
  row_no: number | null;
  col_no: number | null;
  type: Generated<'SHARED' | 'EXCLUSIVE' | 'QUARANTINE'>;
  owner_org_id: string | null;
  mix_policy: Generated<'EMPTY' | 'SAME_PRODUCT' | 'SAME_OWNER' | 'MIXED'>;
  max_volume_l: string | null;
  max_mass_kg: string | null;
  max_lines: number | null;
  qr_token: string;
  state: Generated<'ACTIVE' | 'LOCKED' | 'RETIRED'>;
  lock_reason: 'COUNT' | 'MAINTENANCE' | 'SAFETY' | null;
  remark: string | null;
  rev: Generated<number>;
  created_at: Generated<Moment>;
  created_by: string | null;
  updated_at: Generated<Moment>;
  updated_by: string | null;
}

export interface WmsWarehouseKeeper {
  warehouse_id: string;
  user_id: string;
}

export interface DB {
  bpm_decision: BpmDecision;
  bpm_definition: BpmDefinition;
  bpm_delegation: BpmDelegation;
  bpm_instance: BpmInstance;
  bpm_task: BpmTask;
  sys_acting: SysActing;
  sys_backup: SysBackup;
  sys_config: SysConfig;
  sys_config_history: SysConfigHistory;
  sys_config_org: SysConfigOrg;
  sys_dic: SysDic;
  sys_dic_field: SysDicField;
  sys_file: SysFile;
  sys_file_gone: SysFileGone;
  sys_first_steps: SysFirstSteps;
  sys_health: SysHealth;
  sys_idempotency: SysIdempotency;
  sys_import: SysImport;
  sys_import_recipe: SysImportRecipe;
  sys_import_record: SysImportRecord;
  sys_import_run: SysImportRun;
  sys_job_run: SysJobRun;
  sys_known_device: SysKnownDevice;
  sys_log: SysLog;
  sys_log_key: SysLogKey;
  sys_mail: SysMail;
  sys_mail_choice: SysMailChoice;
  sys_maintain_work: SysMaintainWork;
  sys_menu: SysMenu;
  sys_menu_org: SysMenuOrg;
  sys_message: SysMessage;
  sys_message_copy: SysMessageCopy;
  sys_message_template: SysMessageTemplate;
  sys_mode: SysMode;
  sys_nightly_file: SysNightlyFile;
  sys_nightly_run: SysNightlyRun;
  sys_password_request: SysPasswordRequest;
  sys_power: SysPower;
  sys_report: SysReport;
  sys_report_plan: SysReportPlan;
  sys_report_reader: SysReportReader;
  sys_report_run: SysReportRun;
  sys_report_sending: SysReportSending;
  sys_role: SysRole;
  sys_role_grant: SysRoleGrant;
  sys_role_power: SysRolePower;
  sys_rule: SysRule;
  sys_rule_entry: SysRuleEntry;
  sys_rule_now: SysRuleNow;
  sys_rule_subject: SysRuleSubject;
  sys_secret: SysSecret;
  sys_session: SysSession;
  sys_sign_in_failure: SysSignInFailure;
  sys_token: SysToken;
  sys_user: SysUser;
  sys_user_identity: SysUserIdentity;
  sys_user_link: SysUserLink;
  sys_user_recovery: SysUserRecovery;
  sys_user_role: SysUserRole;
  sys_user_setting: SysUserSetting;
  sys_user_totp: SysUserTotp;
  wms_after_sales: WmsAfterSales;
  wms_after_sales_message: WmsAfterSalesMessage;
  wms_after_sales_record: WmsAfterSalesRecord;
  wms_batch: WmsBatch;
  wms_category: WmsCategory;
  wms_container: WmsContainer;
  wms_ews: WmsEws;
  wms_ews_event: WmsEwsEvent;
  wms_ews_kind: WmsEwsKind;
  wms_flow_close: WmsFlowClose;
  wms_flow_goods: WmsFlowGoods;
  wms_flow_lifted: WmsFlowLifted;
  wms_flow_report: WmsFlowReport;
  wms_flow_reported: WmsFlowReported;
  wms_hazard_load: WmsHazardLoad;
  wms_inventory: WmsInventory;
  wms_inventory_box: WmsInventoryBox;
  wms_inventory_line: WmsInventoryLine;
  wms_inventory_record: WmsInventoryRecord;
  wms_inventory_value: WmsInventoryValue;
  wms_layout: WmsLayout;
  wms_ledger: WmsLedger;
  wms_ledger_block: WmsLedgerBlock;
  wms_ledger_proof: WmsLedgerProof;
  wms_ledger_proved: WmsLedgerProved;
  wms_ledger_proved_stock: WmsLedgerProvedStock;
  wms_opening_row: WmsOpeningRow;
  wms_org: WmsOrg;
  wms_org_member: WmsOrgMember;
  wms_org_product: WmsOrgProduct;
  wms_org_product_event: WmsOrgProductEvent;
  wms_org_quota: WmsOrgQuota;
  wms_org_user: WmsOrgUser;
  wms_permit: WmsPermit;
  wms_permit_taken: WmsPermitTaken;
  wms_permit_use: WmsPermitUse;
  wms_product: WmsProduct;
  wms_product_box: WmsProductBox;
  wms_share_record: WmsShareRecord;
  wms_share_request: WmsShareRequest;
  wms_stat_day: WmsStatDay;
  wms_stat_folded: WmsStatFolded;
  wms_stat_holding: WmsStatHolding;
  wms_stat_month: WmsStatMonth;
  wms_stat_pool: WmsStatPool;
  wms_stat_price: WmsStatPrice;
  wms_stat_product: WmsStatProduct;
  wms_stock_balance: WmsStockBalance;
  wms_stock_limit: WmsStockLimit;
  wms_storage_group: WmsStorageGroup;
  wms_storage_group_pair: WmsStorageGroupPair;
  wms_storage_rule: WmsStorageRule;
  wms_storage_rule_change: WmsStorageRuleChange;
  wms_transaction: WmsTransaction;
  wms_transaction_line: WmsTransactionLine;
  wms_transaction_line_box: WmsTransactionLineBox;
  wms_transaction_record: WmsTransactionRecord;
  wms_two_keepers: WmsTwoKeepers;
  wms_warehouse: WmsWarehouse;
  wms_warehouse_box: WmsWarehouseBox;
  wms_warehouse_keeper: WmsWarehouseKeeper;
}

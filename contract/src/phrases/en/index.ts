// Every table of texts in English; the same tables as in Chinese.
import type { tables as zh } from '../zh/index.ts';
import { afs } from './afs.ts';
import { account } from './account.ts';
import { backup } from './backup.ts';
import { bpm } from './bpm.ts';
import { chain } from './chain.ts';
import { common } from './common.ts';
import { config } from './config.ts';
import { cosign } from './cosign.ts';
import { label } from './label.ts';
import { count } from './count.ts';
import { design } from './design.ts';
import { dic } from './dic.ts';
import { error } from './error.ts';
import { flow } from './flow.ts';
import { form } from './form.ts';
import { grid } from './grid.ts';
import { imports } from './imports.ts';
import { inbox } from './inbox.ts';
import { kit } from './kit.ts';
import { ledger } from './ledger.ts';
import { link } from './link.ts';
import { log } from './log.ts';
import { login } from './login.ts';
import { menu } from './menu.ts';
import { mail } from './mail.ts';
import { maintain } from './maintain.ts';
import { msg } from './msg.ts';
import { nightly } from './nightly.ts';
import { org } from './org.ts';
import { permit } from './permit.ts';
import { register } from './register.ts';
import { place } from './place.ts';
import { rights } from './rights.ts';
import { product } from './product.ts';
import { profile } from './profile.ts';
import { proxy } from './proxy.ts';
import { report } from './report.ts';
import { result } from './result.ts';
import { refusal } from './refusal.ts';
import { rule } from './rule.ts';
import { safety } from './safety.ts';
import { scan } from './scan.ts';
import { scanning } from './scanning.ts';
import { sender } from './sender.ts';
import { setting } from './setting.ts';
import { share } from './share.ts';
import { shell } from './shell.ts';
import { steps } from './steps.ts';
import { shelf } from './shelf.ts';
import { warning } from './warning.ts';
import { sight } from './sight.ts';
import { stat } from './stat.ts';
import { stock } from './stock.ts';
import { transaction } from './transaction.ts';
import { utils } from './utils.ts';
import { user } from './user.ts';
import { wms } from './wms.ts';
import { work } from './work.ts';
import { workbook } from './workbook.ts';

export const tables = {
  afs,
  account,
  backup,
  bpm,
  chain,
  common,
  config,
  cosign,
  label,
  count,
  design,
  dic,
  error,
  flow,
  form,
  grid,
  imports,
  inbox,
  kit,
  ledger,
  link,
  log,
  login,
  menu,
  mail,
  maintain,
  msg,
  nightly,
  org,
  permit,
  register,
  place,
  rights,
  product,
  profile,
  proxy,
  refusal,
  report,
  result,
  rule,
  safety,
  scan,
  scanning,
  sender,
  setting,
  share,
  shelf,
  warning,
  shell,
  steps,
  sight,
  stat,
  stock,
  transaction,
  user,
  utils,
  wms,
  work,
  workbook,
} satisfies Record<keyof typeof zh, unknown>;

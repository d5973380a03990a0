#!/usr/bin/env node
// Entry point of every npm command. Runs on Node 20 or newer with nothing installed: installs the packages if the lock file
// changed, then runs scripts/<command>.ts under the bundled Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

const ROOT = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const MARK = join(ROOT, 'node_modules', '.kuwei-lock');
const OLDEST_NODE = 24;
const PARENT_CHECK_MS = 500;

const { commands } = JSON.parse(readFileSync(join(ROOT, 'scripts/commands.json'), 'utf8'));
const [command = 'start', ...args] = process.argv.slice(2);

try {
  if (!Object.hasOwn(commands, command)) {
    throw new Error(`There is no command ${command}. Commands: ${Object.keys(commands).join(', ')}.`);
  }
  const { usage, text, takesArguments } = commands[command];
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    console.log([`Usage: ${usage}`, '', ...text].join('\n'));
  } else if (args.length > 0 && !takesArguments) {
    throw new Error(`${usage} takes no arguments: ${args.join(' ')}`);
  } else {
    install();
    run(nodeProgram(), join(ROOT, 'scripts', `${command.replace(':', '-')}.ts`));
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === lock) return;
  console.log('Installing packages …');
  const npm = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // By default npm takes over a minute to report a missing network.
  if (process.env.npm_config_fetch_retries === undefined) options.push('--fetch-retries=1', '--fetch-retry-mintimeout=1000');
  const result = spawnSync(npm[0], [...npm.slice(1), ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32' && npm.length === 1,
  });
  if (result.status !== 0) throw new Error(installProblem(result));
  writeFileSync(MARK, lock);
}

function installProblem({ stderr, error }) {
  const text = `${stderr ?? ''} ${error?.message ?? ''}`;
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|network/i.test(text)) {
    return 'The packages could not be downloaded: the first start needs a connection to the npm registry.';
  }
  if (/ENOSPC/.test(text)) return 'The packages could not be installed: the disk is full.';
  if (/EACCES|EPERM|EROFS/.test(text)) return `The packages could not be installed: no permission to write in ${ROOT}.`;
  return `The packages could not be installed:\n${text.trim()}`;
}

/** The bundled Node; else the current one, if new enough. */
function nodeProgram() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const bundled = join(ROOT, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program);
  if (existsSync(bundled)) return bundled;
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath;
  throw new Error(`On ${process.platform}-${process.arch} Node ${OLDEST_NODE} or newer is needed; this is ${process.version}.`);
}

function run(node, script) {
  const serve = command === 'start' ? JSON.parse(readFileSync(join(ROOT, 'scripts/serve.json'), 'utf8')) : null;
  const child = spawn(node, [...(serve?.flags ?? []), script, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(serve && { ...serve.env, NODE_COMPILE_CACHE: join(ROOT, serve.compileCache) }),
      KUWEI_FOLLOW_PARENT: '1',
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm or its shell may be killed without passing the signal on.
  const [parent, grandparent] = [process.ppid, parentOf(process.ppid)];
  const byNpm = process.env.npm_command !== undefined;
  const isAlone = () => process.ppid !== parent || (byNpm && parentOf(parent) !== grandparent);
  setInterval(() => isAlone() && child.kill('SIGTERM'), PARENT_CHECK_MS).unref();
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === 'SIGKILL' && command === 'start') stopDatabase();
    process.exit(code ?? (signal ? 1 : 0));
  });
}

/** Parent of a process according to /proc; constant where unavailable. */
function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** A killed server leaves its bundled database running: shut it down cleanly. */
function stopDatabase() {
  if (process.env.DATABASE_URL) return;
  const note = join(resolve(process.env.DATA_DIR || join(ROOT, 'data')), 'pg', 'postmaster.pid');
  try {
    const pid = Number(readFileSync(note, 'utf8').split('\n')[0]);
    if (pid > 0) process.kill(pid, 'SIGINT');
  } catch {
    // Not running.
  }
}

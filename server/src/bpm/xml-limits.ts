// Limits on workflow files, checked before parsing: a file of 1 MB can block the parser, and all other requests, for seconds.
import type { Fault } from '@kuwei/contract/error';

/** Steps, gateways, events, groups and flows. */
const ELEMENTS_MAX = 500;
/** Opening tags and anything else that begins with `<`; an element has about ten, including its diagram. */
const TAGS_MAX = 6_000;
const ATTRIBUTES_MAX = 30_000;
/**
 * Some editors declare two per step. The parser copies all namespaces in scope for each element that declares one: quadratic
 * cost.
 */
const NAMESPACES_MAX = 500;
const NAMESPACE = /\sxmlns[\s:=]/g;
/** Nesting depth; a group inside a group is one more. */
const DEPTH_MAX = 32;

const ELEMENT = /^(?:[^\s<>/:]+:)?(?:\w*task|\w*event|\w*gateway|\w*subprocess|transaction|callactivity|sequenceflow)$/i;
const SKIPPED: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

interface Tag {
  /** Where parsing continues. */
  end: number;
  attributes: number;
  isEmpty: boolean;
}

/** A tag that ends as for the parser: outside quoted values. */
function tagAt(xml: string, from: number): Tag {
  let attributes = 0;
  for (let at = from; at < xml.length; at++) {
    const letter = xml[at];
    if (letter === '"' || letter === "'") {
      const close = xml.indexOf(letter, at + 1);
      if (close >= 0) at = close;
    } else if (letter === '=') attributes++;
    else if (letter === '>') return { end: at + 1, attributes, isEmpty: xml[at - 1] === '/' };
  }
  return { end: xml.length, attributes, isEmpty: false };
}

/** The limit that a file exceeds; null if it may be parsed. */
export function checkXmlLimits(xml: string): Fault | null {
  let [tags, elements, attributes, namespaces, depth] = [0, 0, 0, 0, 0];
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const skipped = SKIPPED.find(([begin]) => xml.startsWith(begin, at));
    if (skipped) {
      const [begin, end] = skipped;
      const close = xml.indexOf(end, at + begin.length);
      at = close < 0 ? xml.length : close + end.length;
      tags++;
    } else if (xml[at + 1] === '/') {
      depth = Math.max(0, depth - 1);
      at += 2;
    } else {
      const tag = tagAt(xml, at + 1);
      tags++;
      attributes += tag.attributes;
      namespaces += xml.slice(at, tag.end).match(NAMESPACE)?.length ?? 0;
      if (!tag.isEmpty) depth++;
      if (ELEMENT.test(/^[^\s/>]*/.exec(xml.slice(at + 1, at + 100))![0])) elements++;
      at = tag.end;
    }
    if (depth > DEPTH_MAX) return { path: '', key: 'rule.flow.tooDeep', params: { max: DEPTH_MAX } };
    if (elements > ELEMENTS_MAX) return { path: '', key: 'rule.flow.tooMany', params: { max: ELEMENTS_MAX } };
    if (namespaces > NAMESPACES_MAX) return { path: '', key: 'rule.flow.tooManyNamespaces', params: { max: NAMESPACES_MAX } };
    if (tags > TAGS_MAX || attributes > ATTRIBUTES_MAX)
      return { path: '', key: 'rule.flow.tooFull', params: { tags: TAGS_MAX, attributes: ATTRIBUTES_MAX } };
  }
  return null;
}

/**
 * Writes the results of replays: lines for the terminal, one HTML page with pictures, and JUnit XML for a build server.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { passes, replayCommand, share, type CoverageResult, type MachineResult, type PathResult } from './results'

/** Removes the colours of browser drivers' messages, and other control characters, which XML does not allow. */
const plain = (text: string): string =>
  stripVTControlCharacters(text).replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
const escape = (text: string): string => plain(text).replace(/[&<>"'\n]/g, (letter) => `&#${letter.codePointAt(0)};`)
const missing = (items: readonly CoverageResult[]) => items.filter(({ isCovered }) => !isCovered)

/** A machine without replayed paths has not passed. */
const isWalked = ({ paths, states }: MachineResult) => paths.length > 0 || states.length === 0
const verdict = (result: MachineResult) => (!passes(result) ? 'FAIL' : isWalked(result) ? 'ok  ' : 'NOT DRIVEN')

/** @param all includes each path's steps, not only failures */
export function linesOf(result: MachineResult, all: boolean): string[] {
  const { machine, depth, paths, states, transitions } = result
  const failed = paths.filter(({ error }) => error !== null)
  return [
    `${verdict(result)} ${machine} (${depth} depth): ${paths.length} paths, ${failed.length} failed${states.length === 0 ? '' : `; ${share(states)} states, ${share(transitions)} transitions`}`,
    ...(all ? paths : failed).flatMap((path) => [
      `  ${path.error === null ? 'ok  ' : 'FAIL'} ${path.number} ${path.title}`,
      ...(all
        ? path.steps.map(
            ({ name, states: after, ignored }) =>
              `         ${ignored ? 'nothing by ' : ''}${name}  ⇒ ${after.join(', ')}`,
          )
        : []),
      ...(path.error === null
        ? []
        : [`         ${plain(path.error)}`, `         again: ${replayCommand(result, path)}`]),
    ]),
    ...missed([...states, ...transitions]),
  ]
}

/** What no path reached: individually if there is no reason, otherwise grouped by reason. */
function missed(items: readonly CoverageResult[]): string[] {
  const uncovered = missing(items)
  return [...new Set(uncovered.map(({ reason }) => reason))].flatMap((reason) => {
    const names = uncovered.filter((item) => item.reason === reason).map(({ name }) => name)
    return reason === null
      ? names.map((name) => `  MISSED: ${name}`)
      : [`  not driven: ${reason}`, ...names.map((name) => `      ${name}`)]
  })
}

const list = (title: string, items: readonly CoverageResult[]) =>
  `<h3>${title}: ${share(items)}</h3>${
    missing(items).length === 0
      ? ''
      : `<ul>${missing(items)
          .map(({ name, reason }) => `<li><code>${escape(name)}</code> ${escape(reason ?? 'missed')}</li>`)
          .join('')}</ul>`
  }`

const pathHtml = (result: MachineResult, path: PathResult) => `
<details${path.error === null ? '' : ' open'}><summary>${path.error === null ? '✓' : '✗'} ${path.number} ${escape(path.title)}</summary>
<p><code>${escape(replayCommand(result, path))}</code></p>
${path.error === null ? '' : `<pre>${escape(path.error)}</pre>`}
<ol>${path.steps.map((step) => `<li>${step.ignored ? 'nothing by ' : ''}<b>${escape(step.name)}</b> ⇒ <code>${escape(step.states.join(', '))}</code><br><small>${escape(step.shows.join(' '))}</small>${step.picture ? `<br><img src="${escape(step.picture)}" loading="lazy" alt="The screen after ${escape(step.name)}">` : ''}</li>`).join('')}</ol>
</details>`

const htmlOf = (results: readonly MachineResult[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Paths</title>
<style>body{font:15px/1.5 system-ui;max-width:1100px;margin:2rem auto;padding:0 1rem;color-scheme:light dark}img{max-width:560px;border:1px solid gray;margin:.5rem 0}li{margin:.5rem 0}summary{cursor:pointer}pre{white-space:pre-wrap}</style>
<h1>Paths</h1>
${results.map((result) => `<h2>${!passes(result) ? '✗' : isWalked(result) ? '✓' : '○'} ${escape(result.machine)}, ${result.depth} depth</h2>${list('States', result.states)}${list('Transitions', result.transitions)}<h3>Paths: ${result.paths.length}</h3>${result.paths.map((path) => pathHtml(result, path)).join('')}`).join('')}
</html>`

const junitOf = (results: readonly MachineResult[]) => `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>${results
  .map((result) => {
    const uncovered = missing([...result.states, ...result.transitions])
    const failures =
      result.paths.filter(({ error }) => error !== null).length +
      uncovered.filter(({ reason }) => reason === null).length
    return `
<testsuite name="${escape(result.machine)} (${result.depth})" tests="${result.paths.length + uncovered.length}" failures="${failures}" skipped="${uncovered.filter(({ reason }) => reason !== null).length}">${result.paths
      .map(
        (path) => `
<testcase classname="paths.${escape(result.machine)}" name="${path.number} ${escape(path.title)}" time="${path.seconds.toFixed(3)}">${path.error === null ? '' : `<failure message="${escape(path.error)}"/>`}</testcase>`,
      )
      .join('')}${uncovered
      .map(
        ({ name, reason }) => `
<testcase classname="paths.${escape(result.machine)}.coverage" name="${escape(name)}">${reason === null ? '<failure message="No path goes here"/>' : `<skipped message="${escape(reason)}"/>`}</testcase>`,
      )
      .join('')}
</testsuite>`
  })
  .join('')}
</testsuites>
`

/** Writes `index.html` and `junit.xml`. @returns the page's path */
export function writeReport(results: readonly MachineResult[], folder: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'junit.xml'), junitOf(results))
  writeFileSync(join(folder, 'index.html'), htmlOf(results))
  return join(folder, 'index.html')
}

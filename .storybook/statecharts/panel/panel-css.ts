/** Styles of the panel: the console's colours, in the theme of the story. Storybook's manager has no style sheet of the project. */
import { dark, declarations, light } from '../../../design-system/tokens/palette'

const MONO = "'Geist Mono Variable', 'Geist Mono', ui-monospace, 'SF Mono', Menlo, Consolas, monospace"

export const PANEL_CSS = `
.pb-charts { ${declarations(light)} color-scheme: light; }
.pb-charts[data-theme='dark'] { ${declarations(dark)} color-scheme: dark; }
@media (prefers-color-scheme: dark) { .pb-charts[data-theme='system'] { ${declarations(dark)} color-scheme: dark; } }
.pb-charts, .pb-charts * { box-sizing: border-box; margin: 0; }
.pb-charts {
  container-type: inline-size; height: 100%; overflow: auto;
  background: var(--pb-surface-base); color: var(--pb-text-primary);
  font: 13px/20px 'Inter Variable', Inter, system-ui, sans-serif; letter-spacing: -.003em;
}
.pb-charts .frame { display: grid; gap: 0; min-height: 100%; }
.pb-charts .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; padding: 8px 12px; border-bottom: 1px solid var(--pb-border-subtle); }
.pb-charts .bar label { display: flex; align-items: center; gap: 8px; color: var(--pb-text-muted); font-size: 12px; font-weight: 500; }
.pb-charts select, .pb-charts button { font: inherit; color: inherit; }
.pb-charts select { height: 28px; max-width: 100%; padding: 0 8px; border: 1px solid var(--pb-border-control); border-radius: 6px; background: var(--pb-surface-field); color: var(--pb-text-primary); }
.pb-charts .stands { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; }
.pb-charts .state { padding: 0 8px; border: 1px solid var(--pb-accent-border); border-radius: 5px; background: var(--pb-accent-tint); color: var(--pb-accent-text); font: 500 12px/20px ${MONO}; }
.pb-charts .zoom { display: flex; gap: 4px; margin-left: auto; }
.pb-charts .small { min-width: 28px; height: 28px; padding: 0 8px; border: 1px solid var(--pb-border-base); border-radius: 6px; background: var(--pb-surface-base); cursor: pointer; }
.pb-charts .small:hover, .pb-charts .event:hover { background: var(--pb-surface-hover); }
.pb-charts :focus-visible { outline: 2px solid var(--pb-focus); outline-offset: 2px; }
.pb-charts .scroller:focus-visible { outline-offset: -2px; }
.pb-charts .chart { overflow: auto; background: var(--pb-surface-canvas); min-height: 220px; max-height: 70vh; }
.pb-charts .chart svg { display: block; margin: 12px; }
.pb-charts section { padding: 10px 12px 12px; border-top: 1px solid var(--pb-border-subtle); min-width: 0; }
.pb-charts h3 { margin-bottom: 6px; color: var(--pb-text-muted); font-size: 12px; line-height: 16px; font-weight: 550; }
.pb-charts .muted { color: var(--pb-text-muted); }
.pb-charts .events { display: flex; flex-direction: column; gap: 4px; list-style: none; padding: 0; }
.pb-charts .event { display: block; width: 100%; padding: 4px 8px; border: 1px solid var(--pb-border-control); border-radius: 6px; background: var(--pb-surface-field); text-align: left; cursor: pointer; overflow-wrap: anywhere; }
.pb-charts .event small { display: block; color: var(--pb-text-muted); font: 11px/16px ${MONO}; max-height: 48px; overflow: hidden; white-space: pre-wrap; }
.pb-charts h3 + .kind, .pb-charts .kind { margin: 8px 0 4px; color: var(--pb-text-muted); font-size: 12px; line-height: 16px; }
.pb-charts .context { padding: 8px; border: 1px solid var(--pb-border-base); border-radius: 6px; background: var(--pb-surface-subtle); max-height: 320px; overflow: auto; }
.pb-charts pre { padding: 0; border: 0; background: none; color: inherit; font: 11px/16px ${MONO}; white-space: pre-wrap; overflow-wrap: anywhere; }
.pb-charts ol { list-style: none; padding: 0; }
.pb-charts .log { max-height: 320px; overflow: auto; font-size: 12px; line-height: 16px; }
.pb-charts .log li { padding: 4px 0; border-bottom: 1px solid var(--pb-border-subtle); overflow-wrap: anywhere; }
.pb-charts .log code { font: 11px/16px ${MONO}; }
.pb-charts .log .when { color: var(--pb-text-muted); font-variant-numeric: tabular-nums; }
.pb-charts .log .move { color: var(--pb-accent-text); }
.pb-charts .none { max-width: 60ch; padding: 24px 16px; color: var(--pb-text-secondary); }
.pb-charts .none p + p { margin-top: 8px; }
.pb-charts .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@container (min-width: 760px) {
  .pb-charts .body { display: grid; grid-template-columns: minmax(0, 1fr) 240px minmax(200px, 280px); align-items: stretch; min-height: 0; }
  .pb-charts .chart { max-height: none; }
  .pb-charts section { border-top: 0; border-left: 1px solid var(--pb-border-subtle); }
  .pb-charts .side { border-left: 1px solid var(--pb-border-subtle); }
  .pb-charts .side section { border-left: 0; }
  .pb-charts .side section + section { border-top: 1px solid var(--pb-border-subtle); }
  .pb-charts .frame { grid-template-rows: auto minmax(0, 1fr); height: 100%; }
  .pb-charts .body > * { overflow: auto; }
}
.pb-charts svg text { font-family: ${MONO}; fill: var(--pb-text-primary); }
.pb-charts svg .box { fill: var(--pb-surface-base); stroke: var(--pb-border-control); }
.pb-charts svg .holder { fill: none; stroke: var(--pb-border-control); stroke-dasharray: none; }
.pb-charts svg .machine { fill: var(--pb-surface-canvas); stroke: var(--pb-border-base); }
.pb-charts svg .final { stroke-width: 3; }
.pb-charts svg .line { fill: var(--pb-text-muted); }
.pb-charts svg .edge { fill: none; stroke: var(--pb-border-control); }
.pb-charts svg .label { fill: var(--pb-text-secondary); }
.pb-charts svg .head { fill: var(--pb-border-control); }
.pb-charts svg .disc { fill: var(--pb-text-primary); }
.pb-charts svg .lit.box { fill: var(--pb-accent-tint); stroke: var(--pb-accent-solid); stroke-width: 2; }
.pb-charts svg .lit.holder { stroke: var(--pb-accent-solid); }
.pb-charts svg .lit-name { fill: var(--pb-accent-text); font-weight: 600; }
.pb-charts svg .open .edge { stroke: var(--pb-accent-solid); stroke-width: 1.5; }
.pb-charts svg .open .label { fill: var(--pb-accent-text); }
.pb-charts svg .open .head { fill: var(--pb-accent-solid); }
@media (forced-colors: active) { .pb-charts svg .lit.box { stroke: Highlight; } .pb-charts svg .lit-name { fill: Highlight; } }
`

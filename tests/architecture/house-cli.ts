/** `npm run house`: writes the picture of docs/architecture.md from the imports, and its table from rooms.ts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { readSources } from './files'
import { arrowsOf, PAGE, PICTURE } from './house'
import { withTable } from './house-page'
import { pictureOf } from './house-picture'

const arrows = arrowsOf(readSources())
writeFileSync(PICTURE, await pictureOf(arrows))
writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')))
console.log(`docs/architecture.svg and the table of docs/architecture.md: ${arrows.length} arrows between rooms.`)

import { addons } from 'storybook/manager-api'
import { docsTheme } from './pitboss-theme'

addons.setConfig({ theme: docsTheme, sidebar: { showRoots: true } })

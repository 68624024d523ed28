/** @jsxRuntime classic */
import React from 'react'
import { addons, types } from 'storybook/manager-api'
import { docsTheme } from './pitboss-theme'
import { Panel } from './statecharts/panel/Panel'
import { PANEL_ID } from './statecharts/protocol'

// High enough for the chart of a machine.
addons.setConfig({ theme: docsTheme, sidebar: { showRoots: true }, panelPosition: 'bottom', bottomPanelHeight: 440 })

addons.register(PANEL_ID, () => {
  addons.add(`${PANEL_ID}/panel`, {
    type: types.PANEL,
    title: 'Statechart',
    render: ({ active }) => <Panel active={active ?? false} />,
  })
})

"""All modules in which stages of play are written: whoever plays imports them here, so that no stage is missing."""

from __future__ import annotations

import ludi.games.pax_romana.ch03_sequence.activation
import ludi.games.pax_romana.ch03_sequence.operations
import ludi.games.pax_romana.ch03_sequence.turn
import ludi.games.pax_romana.ch03_sequence.works
import ludi.games.pax_romana.ch04_diplomacy.bribery
import ludi.games.pax_romana.ch04_diplomacy.meeting
import ludi.games.pax_romana.ch04_diplomacy.parting
import ludi.games.pax_romana.ch06_treasury.maintenance
import ludi.games.pax_romana.ch06_treasury.manpower
import ludi.games.pax_romana.ch06_treasury.recruitment
import ludi.games.pax_romana.ch07_cities.building
import ludi.games.pax_romana.ch07_cities.capture
import ludi.games.pax_romana.ch08_leaders.selection
import ludi.games.pax_romana.ch09_movement.entering
import ludi.games.pax_romana.ch09_movement.finishing
import ludi.games.pax_romana.ch09_movement.interception
import ludi.games.pax_romana.ch09_movement.interception_battle
import ludi.games.pax_romana.ch09_movement.invasion_march
import ludi.games.pax_romana.ch09_movement.isolation
import ludi.games.pax_romana.ch09_movement.march
import ludi.games.pax_romana.ch09_movement.setting_out
import ludi.games.pax_romana.ch09_movement.withdrawal
import ludi.games.pax_romana.ch09_movement.withdrawal_march
import ludi.games.pax_romana.ch10_battle.losses
import ludi.games.pax_romana.ch10_battle.rerolls
import ludi.games.pax_romana.ch10_battle.retreat
import ludi.games.pax_romana.ch10_battle.step_01_to_03_city
import ludi.games.pax_romana.ch10_battle.step_04_elephants
import ludi.games.pax_romana.ch10_battle.step_05_to_09_dice
import ludi.games.pax_romana.ch10_battle.step_10_and_11_outcome
import ludi.games.pax_romana.ch10_battle.step_12_losses
import ludi.games.pax_romana.ch10_battle.step_13_to_15_aftermath
import ludi.games.pax_romana.ch11_naval.battle
import ludi.games.pax_romana.ch11_naval.drowning
import ludi.games.pax_romana.ch11_naval.harbour
import ludi.games.pax_romana.ch11_naval.landing
import ludi.games.pax_romana.ch11_naval.meeting
import ludi.games.pax_romana.ch11_naval.perils
import ludi.games.pax_romana.ch11_naval.transport
import ludi.games.pax_romana.ch11_naval.voyage
import ludi.games.pax_romana.ch11_naval.withdrawal
import ludi.games.pax_romana.ch12_special.elephants
import ludi.games.pax_romana.ch12_special.militia
import ludi.games.pax_romana.ch12_special.pirates
import ludi.games.pax_romana.ch12_special.slave_turn
import ludi.games.pax_romana.ch12_special.soldier_of_fortune
import ludi.games.pax_romana.ch13_barbarians.invasion
import ludi.games.pax_romana.ch13_barbarians.scatter
import ludi.games.pax_romana.ch15_victory.markers
import ludi.games.pax_romana.ch15_victory.victory
import ludi.games.pax_romana.ch16_events.disease
import ludi.games.pax_romana.ch16_events.events
import ludi.games.pax_romana.ch16_events.rebellion
import ludi.games.pax_romana.ch16_events.stability_check  # noqa: F401 - each registers its stages

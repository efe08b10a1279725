# SPDX-License-Identifier: GPL-3.0-or-later
set(SUITE_LIBRARIES PkgConfig::UV)

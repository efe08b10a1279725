/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_HUGE_PAGES_H
#define DRIVER_BASE_HUGE_PAGES_H

/*
 * From now on the heap comes in huge pages where the kernel has them, and all threads share it.
 * For commands that fill tens of MB once: each small page costs a fault, which is expensive in
 * a virtual machine. Where it is not possible nothing changes.
 */
void huge_pages_use(void);

#endif

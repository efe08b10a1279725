// SPDX-License-Identifier: GPL-3.0-or-later
// What a class of a library derives from: only its type description differs.
// library: -shared -fPIC
#include "tests/same/cases/case.h"
struct base {
	virtual ~base();
};
struct middle : base {
	~middle();
};
#if V == 1
struct last : middle {
#else
struct last : base {
#endif
	~last();
};
base *make();
#ifdef LIBRARY
base::~base()
{
}
middle::~middle()
{
}
last::~last()
{
}
base *make()
{
	static last object;
	return &object;
}
#else
CASE(dynamic_cast<middle *>(make()) != nullptr)
#endif

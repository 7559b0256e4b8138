#pragma once
/* Debian's libxml2 is built with ICU: <libxml/encoding.h> then includes <unicode/ucnv.h>, whose types
   clash with Foundation's own ICU module. Hiding it costs only two trailing private fields. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/SAX2.h>
#include <libxml/HTMLparser.h>
#include <libxml/xmlsave.h>
#include <libxml/xmlerror.h>
/* xmlFree is a global function pointer, which Swift 6 cannot prove safe; this is only its call. */
static inline void cxml_free(void *p) { xmlFree(p); }

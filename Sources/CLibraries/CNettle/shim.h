#pragma once
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>

/// The version of the library; the Python package has the same, and a test compares them.
#pragma once

#define TERCEL_VERSION "0.1.0"
